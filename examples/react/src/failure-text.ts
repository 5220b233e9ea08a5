import { PlantStoreApiError, PlantStoreInputError, PlantStoreTokenError } from "plant-store-sdk";

export function failureText(failure: Error): string {
  if (failure instanceof PlantStoreApiError) {
    return `The service refused the plant: ${failure.message} (error ${failure.error})`;
  }
  // With retries, a PlantStoreTokenError can follow an attempt that was sent.
  const wasNotSent = failure instanceof PlantStoreInputError || failure instanceof PlantStoreTokenError;
  return `${wasNotSent ? "Nothing was sent." : "The plant may have been created."} ${failure.message}`;
}
