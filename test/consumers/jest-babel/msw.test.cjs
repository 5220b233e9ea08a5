const { setupServer } = require("msw/node");
const { createPlantStoreClient, unwrap } = require("plant-store-sdk");
const { createPlantStoreMock } = require("plant-store-sdk/mocks");
const { createHandlers, offline } = require("plant-store-sdk/mocks/msw");

const id = 9007199254740993n;
const mock = createPlantStoreMock();
const server = setupServer(...createHandlers(mock));
beforeAll(() => server.listen(offline));
afterAll(() => server.close());

test("creates a plant with the MSW handlers", async () => {
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any" });
  expect(await client.createPlant({ id, name: "Fern" }).then(unwrap)).toEqual({ name: "Fern" });
  expect(mock.plants.get(id)?.id).toBe(id);
});
