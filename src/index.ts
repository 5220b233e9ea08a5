/**
 * The client: it sends a NewPlant with its bearer token (I1, I13), and gives back a Plant or an Error (I9, I10).
 *
 * @module plant-store-sdk
 */

export { createPlantStoreClient, type PlantStoreClient } from "./client.ts";
export { PlantStoreApiError } from "./errors/api-error.ts";
export { PlantStoreConnectionError } from "./errors/connection-error.ts";
export { type InputIssue, PlantStoreInputError } from "./errors/input-error.ts";
export { PlantStoreError } from "./errors/plant-store-error.ts";
export { PlantStoreResponseError } from "./errors/response-error.ts";
export { PlantStoreTimeoutError } from "./errors/timeout-error.ts";
export { PlantStoreTokenError } from "./errors/token-error.ts";
export type { Middleware, MiddlewareContext } from "./middleware.ts";
export type { CreatePlantOptions, HeaderFields, PlantStoreClientOptions } from "./options.ts";
export { parsePlantId } from "./plant-id.ts";
export { type CreatePlantResult, unwrap } from "./result.ts";
export { type ErrorRecord, errorSchema, type NewPlant, newPlantSchema, type Plant, plantSchema } from "./schemas.ts";
