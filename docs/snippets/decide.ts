import { PlantStoreCallbackError, type PlantStoreError } from "plant-store-sdk";

/** What to do with a plant after a failure. Takes a `PlantStoreError`, or a result with an `error`. */
export function decide(failure: Pick<PlantStoreError, "mayHaveBeenCreated" | "isTransient">) {
  if (failure.mayHaveBeenCreated) {
    return "settle it";
  }
  if (failure instanceof PlantStoreCallbackError) {
    return "keep it";
  }
  return failure.isTransient ? "send it again later" : "give it up";
}
