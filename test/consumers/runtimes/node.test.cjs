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

test("the page and the contract are found", async () => {
  const server = await startMockServer();
  after(() => server.close());
  for (const path of ["/", "/__mock/page/main.js", "/__mock/page/style.css", "/__mock/openapi.yaml"]) {
    const response = await fetch(server.url + path);
    assert.deepEqual([path, response.status, (await response.text()).length > 500], [path, 200, true]);
  }
});
