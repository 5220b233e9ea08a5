const { createPlantStoreClient, unwrap } = require("plant-store-sdk");
const { createPlantStoreMock } = require("plant-store-sdk/mocks");

test("creates a plant with mock.fetch", async () => {
  const id = 9007199254740993n;
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  expect(await client.createPlant({ id, name: "Fern" }).then(unwrap)).toEqual({ name: "Fern" });
  expect(mock.plants.get(id)?.id).toBe(id);
});
