const assert = require("node:assert/strict");
const { beforeEach, test } = require("node:test");
const { createPlantStoreClient } = require("plant-store-sdk");
const { createPlantStoreMock } = require("plant-store-sdk/mocks");
const { createFern } = require("./first-plant.cjs");

const mock = createPlantStoreMock();
const options = { baseUrl: "https://plants.example.com", token: "any-token" };
const client = createPlantStoreClient({ ...options, fetch: mock.fetch });
beforeEach(() => mock.reset());

test("creates the fern", async () => {
  assert.equal(await createFern(client), "Created: Boston fern");
  assert.deepEqual(mock.plants.all(), [{ id: 1042, name: "Boston fern" }]);
});

test("says to send the fern again when nothing was created", async () => {
  mock.failNext("unreachable");
  assert.match(await createFern(client), /^Not created, send it again later/);
});

test("says that the fern may exist when the response is lost", async (context) => {
  context.mock.method(globalThis, "fetch", mock.fetch); // for code that makes its own client; restored after the test
  mock.failNext({ fault: "connection", creates: true });
  assert.match(await createFern(createPlantStoreClient(options)), /^The plant may exist/);
  assert.equal(mock.plants.size, 1);
});
