const assert = require("node:assert/strict");
const { beforeEach, test } = require("node:test");
const { createPlantStoreClient } = require("plant-store-sdk");
const { createPlantStoreMock } = require("plant-store-sdk/mocks");

const mock = createPlantStoreMock();
const options = { baseUrl: "https://plants.example.com", token: "any-token" };
beforeEach(() => mock.reset());

test("passes mock.fetch to the client", async () => {
  const client = createPlantStoreClient({ ...options, fetch: mock.fetch });
  await client.createPlant({ id: 1042, name: "Fern" });
  assert.deepEqual(mock.plants.all(), [{ id: 1042, name: "Fern" }]);
});

test("replaces the global fetch", async (context) => {
  context.mock.method(globalThis, "fetch", mock.fetch); // restored when the test ends
  const client = createPlantStoreClient(options);
  mock.failNext({ fault: "connection", creates: true });
  await assert.rejects(client.createPlant({ id: 1042, name: "Fern" }), { mayHaveBeenCreated: true });
  assert.equal(mock.plants.size, 1);
});
