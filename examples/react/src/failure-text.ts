import { PlantStoreApiError, PlantStoreInputError, PlantStoreTokenError } from "plant-store-sdk";

/** What a person is told. Without the service's own Error, a plant that was sent may have been created. */
export function failureText(failure: Error): string {
  if (failure instanceof PlantStoreApiError) {
    return `The service refused it: ${failure.message} (error ${failure.error})`;
  }
  // Of a token, that is so only without retries: an earlier attempt may have been sent.
  const wasNotSent = failure instanceof PlantStoreInputError || failure instanceof PlantStoreTokenError;
  return `${wasNotSent ? "Nothing was sent." : "It may or may not have been created."} ${failure.message}`;
}
