import { createRequire } from "node:module";
import * as esm from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const cjs: typeof esm = createRequire(import.meta.url)("plant-store-sdk");

for (const { createPlantStoreClient, unwrap } of [esm, cjs]) {
  const mock = createPlantStoreMock();
  mock.failNext({ error: 7, message: "No room" });
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  const thrown: unknown = await client
    .createPlant({ id: 1, name: "Fern" })
    .then(unwrap)
    .catch((error: unknown) => error);
  const value: number = thrown instanceof esm.PlantStoreApiError ? thrown.error : 0;
  const name: esm.PlantStoreError["name"] | undefined = thrown instanceof cjs.PlantStoreError ? thrown.name : undefined;
  if (value !== 7 || name !== "PlantStoreApiError") {
    throw new Error("instanceof doesn't recognize an error of another copy of the package.");
  }
}
