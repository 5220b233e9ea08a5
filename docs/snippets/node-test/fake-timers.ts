import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createPlantStoreClient, PlantStoreTimeoutError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

test("times out after 30 seconds", async (t) => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  mock.failNext("timeout");
  const rejection = assert.rejects(client.createPlant({ id: 1042, name: "Fern" }), PlantStoreTimeoutError);
  await setImmediate(); // the request is sent
  t.mock.timers.tick(30_000);
  await rejection;
});
