import { PlantStoreError } from "./plant-store-error.ts";

/** No answer came, or the connection was lost within it. `cause` is what `fetch` threw. The plant may have been created. */
export class PlantStoreConnectionError extends PlantStoreError {
  override readonly name = "PlantStoreConnectionError";
}
