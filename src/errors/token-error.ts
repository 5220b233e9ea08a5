import { PlantStoreError } from "./plant-store-error.ts";

/** The `token` function failed, then `cause` says why, or it gave what no Authorization header can carry (I13). */
export class PlantStoreTokenError extends PlantStoreError {
  override readonly name = "PlantStoreTokenError";
}
