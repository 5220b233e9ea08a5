import { createRequire } from "node:module";
import * as esm from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { isApiError } from "./is-api-error.mjs";

const cjs: typeof esm = createRequire(import.meta.url)("plant-store-sdk");

for (const { createPlantStoreClient, unwrap } of [esm, cjs]) {
  const mock = createPlantStoreMock();
  mock.failNext({ error: 7, message: "No room" });
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  try {
    await client.createPlant({ id: 9007199254740993n, name: "Fern" }).then(unwrap);
  } catch (error) {
    if (isApiError(error)) {
      const value: number = error.error;
      console.log(`${value} ${error.message}`);
    }
  }
}
