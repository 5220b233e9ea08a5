import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as esm from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const cjs = createRequire(import.meta.url)("plant-store-sdk");
const baseUrl = "https://plants.example.com";
const newPlant = { id: 9007199254740993n, name: "Fern" };

const failures = {
  PlantStoreApiError({ createPlantStoreClient, unwrap }) {
    const mock = createPlantStoreMock();
    mock.failNext({ error: 7, message: "No room" });
    return createPlantStoreClient({ baseUrl, token: "any", fetch: mock.fetch }).createPlant(newPlant).then(unwrap);
  },
  PlantStoreConnectionError({ createPlantStoreClient }) {
    const mock = createPlantStoreMock();
    mock.failNext("connection");
    return createPlantStoreClient({ baseUrl, token: "any", fetch: mock.fetch }).createPlant(newPlant);
  },
  PlantStoreInputError: async ({ parsePlantId }) => parsePlantId("one"),
  PlantStoreResponseError({ createPlantStoreClient }) {
    const fetch = async () => new Response("<h1>Proxy</h1>", { status: 502 });
    return createPlantStoreClient({ baseUrl, token: "any", fetch }).createPlant(newPlant);
  },
  PlantStoreTimeoutError({ createPlantStoreClient }) {
    const fetch = () => new Promise(() => {});
    return createPlantStoreClient({ baseUrl, token: "any", fetch, timeoutMs: 1 }).createPlant(newPlant);
  },
  PlantStoreTokenError({ createPlantStoreClient }) {
    return createPlantStoreClient({ baseUrl, token: () => "", fetch }).createPlant(newPlant);
  },
};

test("every class of errors has a failure here", () => {
  const classes = Object.keys(esm).filter((name) => name.endsWith("Error") && name !== "PlantStoreError");
  assert.deepEqual(Object.keys(failures), classes.sort());
});

for (const [name, fail] of Object.entries(failures)) {
  test(`both builds name it ${name}, where instanceof knows one's own alone`, async () => {
    for (const [own, other] of [
      [esm, cjs],
      [cjs, esm],
    ]) {
      const error = await fail(own).then(assert.fail, (thrown) => thrown);
      assert.equal(error.name, name);
      assert.ok(error instanceof own[name] && error instanceof own.PlantStoreError && error instanceof Error);
      assert.ok(!(error instanceof other[name]) && !(error instanceof other.PlantStoreError));
    }
  });
}
