import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createPlantStoreClient, PlantStoreTimeoutError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });

test("times out after 30 seconds", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  mock.failNext("timeout");
  const rejection = assert.rejects(client.createPlant({ id: 1042, name: "Fern" }), PlantStoreTimeoutError);
  await setImmediate(); // the request is sent
  t.mock.timers.tick(30_000);
  await rejection;
});

test("retries after a connection failure", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  mock.failNext("connection");
  const call = client.createPlant({ id: 1042, name: "Fern" }, { retries: 1, timeoutMs: 1_000 });
  await setImmediate(); // the first attempt fails, and the client starts to wait
  t.mock.timers.tick(500); // the longest wait before the first retry
  assert.deepEqual((await call).data, { name: "Fern" });
});
