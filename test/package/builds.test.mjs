import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

const id = 2n ** 53n + 1n;

async function createsAPlant({ createPlantStoreClient, unwrap }, { createPlantStoreMock }) {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "any-token",
    fetch: mock.fetch,
  });
  const plant = await client.createPlant({ id, name: "Aloe vera" }).then(unwrap);
  assert.deepEqual(plant, { name: "Aloe vera" });
  assert.equal(mock.plants.get(id)?.id, 9007199254740993n);
}

test("the ESM build creates a plant", async () => {
  await createsAPlant(await import("plant-store-sdk"), await import("plant-store-sdk/mocks"));
});

test("the CommonJS build creates a plant", async () => {
  const require = createRequire(import.meta.url);
  await createsAPlant(require("plant-store-sdk"), require("plant-store-sdk/mocks"));
});
