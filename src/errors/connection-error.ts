import { PlantStoreError } from "./plant-store-error.ts";

/**
 * No answer came, or the connection was lost within it. `cause` is what `fetch` threw. The plant may have been created:
 * the interface is silent on what becomes of it.
 *
 * @hideconstructor
 *
 * @example
 * import { createPlantStoreClient, PlantStoreConnectionError } from "plant-store-sdk";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const mock = createPlantStoreMock();
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
 *
 * mock.failNext("connection");
 * await client.createPlant({ id: 1, name: "Fern" }).catch((error) => {
 *   console.log(error instanceof PlantStoreConnectionError); // true
 * });
 */
export class PlantStoreConnectionError extends PlantStoreError {
  /** The same in every copy of the package, where `instanceof` is not. */
  override readonly name = "PlantStoreConnectionError";
}
