import { createRequire } from "node:module";
import * as esm from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { isApiError } from "./is-api-error.mjs";

const cjs: typeof esm = createRequire(import.meta.url)("plant-store-sdk");

for (const { createPlantStoreClient, unwrap } of [esm, cjs]) {
  const mock = createPlantStoreMock();
  mock.failNext({ error: 7, message: "No room" });
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  const thrown = await client
    .createPlant({ id: 1, name: "Fern" })
    .then(unwrap)
    .catch((error: unknown) => error);
  const value: number = isApiError(thrown) ? thrown.error : 0;
  if (value !== 7) {
    throw new Error("An error of another copy of the package isn't told by its name.");
  }
}
