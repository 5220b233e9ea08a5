const assert = require("node:assert/strict");
const { after, test } = require("node:test");
const { createPlantStoreClient, unwrap } = require("plant-store-sdk");
const { createPlantStoreMock } = require("plant-store-sdk/mocks");
const { startMockServer } = require("plant-store-sdk/mocks/server");

const id = 9007199254740993n;

test("the CommonJS build creates a plant with mock.fetch", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  assert.deepEqual(await client.createPlant({ id, name: "Fern" }).then(unwrap), { name: "Fern" });
  assert.equal(mock.plants.get(id)?.id, id);
});

test("the CommonJS build creates a plant over HTTP", async () => {
  const server = await startMockServer({ token: "secret" });
  after(() => server.close());
  const client = createPlantStoreClient({ baseUrl: server.url, token: "secret" });
  assert.deepEqual(await client.createPlant({ id, name: "Fern" }).then(unwrap), { name: "Fern" });
  assert.equal(server.mock.plants.get(id)?.id, id);
});
