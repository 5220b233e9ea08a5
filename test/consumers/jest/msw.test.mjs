import { setupServer } from "msw/node";
import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";

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
