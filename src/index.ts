/**
 * A typed client for the Plant Store service: it creates plants and returns a Plant or the service's Error.
 *
 * @module plant-store-sdk
 */

export { createPlantStoreClient, type PlantStoreClient } from "./client.ts";
export {
  PlantStoreApiError,
  PlantStoreConnectionError,
  PlantStoreError,
  PlantStoreInputError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
} from "./errors.ts";
export type { HeaderFields } from "./headers.ts";
export type { AttemptEnd, ErrorEnd, HookContext, Hooks, ResponseEnd } from "./hooks.ts";
export type { CreatePlantOptions, PlantStoreClientOptions } from "./options.ts";
export { type CreatePlantResult, unwrap } from "./result.ts";
export type { FailedAttempt, RetryDelay, ShouldRetry } from "./retry.ts";
export {
  type ErrorRecord,
  errorSchema,
  type NewPlant,
  newPlantFormSchema,
  newPlantSchema,
  type Plant,
  parsePlantId,
  plantSchema,
} from "./schemas.ts";
export type { InputIssue } from "./shared/options.ts";
export type { StandardSchemaV1 } from "./standard-schema.ts";
