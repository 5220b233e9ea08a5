/**
 * A typed client for the Plant Store service: it creates plants and returns a Plant or the service's Error.
 *
 * @module plant-store-sdk
 */

export type { InputIssue, IssueCode } from "../shared/input-issue.ts";
export type { ErrorRecord, NewPlant, Plant } from "../shared/records.ts";
export {
  type CreatePlantOptions,
  type CreatePlantResult,
  createPlantStoreClient,
  type PlantStoreClient,
} from "./client.ts";
export type { CallOptions, PlantStoreClientOptions, RefusedToken } from "./engine/client-options.ts";
export {
  type CallbackName,
  PlantStoreAbortError,
  PlantStoreApiError,
  PlantStoreCallbackError,
  PlantStoreConnectionError,
  PlantStoreError,
  PlantStoreInputError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
} from "./engine/errors.ts";
export type { HeaderFields } from "./engine/headers.ts";
export type { EndContext, HookContext, Hooks } from "./engine/hooks.ts";
export { type Result, unwrap } from "./engine/result.ts";
export type { FailedAttempt, RetryDelay, ShouldRetry } from "./engine/retry-policy.ts";
export { type FormPlant, type FormValues, newPlantFormSchema, parseNewPlantForm, parsePlantId } from "./forms.ts";
export { newPlantSchema } from "./schemas.ts";
export { sendOnce } from "./send-once.ts";
export type { StandardSchemaV1 } from "./standard-schema.ts";
