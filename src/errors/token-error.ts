import { PlantStoreError } from "./plant-store-error.ts";

/**
 * The `token` function failed, then `cause` says why, or it gave what no Authorization header can carry (I13). Nothing was
 * sent in this attempt. No token stands in it.
 *
 * @hideconstructor
 *
 * @example
 * import { createPlantStoreClient, PlantStoreTokenError } from "plant-store-sdk";
 *
 * const token = async () => {
 *   throw new Error("signed out");
 * };
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token });
 * await client.createPlant({ id: 1, name: "Fern" }).catch((error) => {
 *   console.log(error instanceof PlantStoreTokenError && error.message); // The token function failed: see cause.
 * });
 */
export class PlantStoreTokenError extends PlantStoreError {
  /** The same in every copy of the package, where `instanceof` is not. */
  override readonly name = "PlantStoreTokenError";
}
