import { PlantStoreApiError, PlantStoreError, PlantStoreResponseError } from "plant-store-sdk";

/** Says what is known about the plant. */
export function failureText(failure: Error): string {
  if (!(failure instanceof PlantStoreError)) {
    return `This page has a bug: ${failure.message}`;
  }
  if (failure.mayHaveBeenCreated) {
    return `The plant may have been created. Sending it again could create it twice. (${failure.message})`;
  }
  if (failure instanceof PlantStoreApiError) {
    return `The service refused the plant: ${failure.message} (error ${failure.error})`;
  }
  return failure instanceof PlantStoreResponseError
    ? `The service refused the plant. (${failure.message})`
    : `The plant wasn't sent. ${failure.message}`;
}
