import type { PlantStoreApiError } from "plant-store-sdk";

export function isApiError(error: unknown): error is PlantStoreApiError {
  return typeof error === "object" && error !== null && "name" in error && error.name === "PlantStoreApiError";
}
