import { PlantStoreConnectionError } from "plant-store-sdk";

/** Whether a call failed before anything could reach a service: nobody listens there, or its name is not known. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof PlantStoreConnectionError && /\b(?:ECONNREFUSED|ENOTFOUND)\b/.test(error.message);
}
