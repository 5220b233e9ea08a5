import { PlantStoreError } from "./plant-store-error.ts";

/**
 * `timeoutMs` passed before the call was complete. The plant may have been created. The interface is silent on time-outs.
 *
 * @hideconstructor
 *
 * @example
 * import { createPlantStoreClient, PlantStoreTimeoutError } from "plant-store-sdk";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const mock = createPlantStoreMock();
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
 *
 * mock.failNext("timeout");
 * await client.createPlant({ id: 1, name: "Fern" }, { timeoutMs: 10 }).catch((error) => {
 *   console.log(error instanceof PlantStoreTimeoutError); // true
 * });
 */
export class PlantStoreTimeoutError extends PlantStoreError {
  /** The same in every copy of the package, where `instanceof` is not. */
  override readonly name = "PlantStoreTimeoutError";
}
