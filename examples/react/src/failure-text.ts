import { PlantStoreApiError } from "plant-store-sdk";

/** What a person is told. Only the service's own Error says for certain that no plant was created. */
export function failureText(failure: Error): string {
  return failure instanceof PlantStoreApiError
    ? `The service refused it: ${failure.message} (error ${failure.error})`
    : `It may or may not have been created. ${failure.message}`;
}
