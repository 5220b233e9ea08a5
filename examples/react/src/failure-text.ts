import { PlantStoreApiError, PlantStoreError } from "plant-store-sdk";

export function failureText(failure: Error): string {
  if (failure instanceof PlantStoreError && failure.mayHaveBeenCreated) {
    return `The plant may have been created. ${failure.message}`;
  }
  if (failure instanceof PlantStoreApiError) {
    return `The service refused the plant: ${failure.message} (error ${failure.error})`;
  }
  return `The plant wasn't created. ${failure.message}`;
}
