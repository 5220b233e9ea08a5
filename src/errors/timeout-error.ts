import { PlantStoreError } from "./plant-store-error.ts";

/** `timeoutMs` passed before the call was complete. The plant may have been created. */
export class PlantStoreTimeoutError extends PlantStoreError {
  override readonly name = "PlantStoreTimeoutError";
}
