import { PlantStoreApiError } from "./errors/api-error.ts";
import type { ErrorRecord, Plant } from "./schemas.ts";

/**
 * What `createPlant` resolves to: a Plant as `data` (I9), or an Error of the service as `error` (I10). A look at one
 * tells the other, when destructured too. `response` is the answer as it came, its body already read.
 */
export type CreatePlantResult =
  | { data: Plant; error?: never; response: Response }
  | { data?: never; error: ErrorRecord; response: Response };

/**
 * Takes the Plant out of a result, for code that prefers exceptions: `try`/`catch`, TanStack Query, SWR.
 *
 * @throws {PlantStoreApiError} when the result is an Error of the service.
 *
 * @example
 * const plant = await client.createPlant({ id: 1, name: "Fern" }).then(unwrap);
 */
export function unwrap(result: CreatePlantResult): Plant {
  if (result.error) {
    throw new PlantStoreApiError(result.error, result.response);
  }
  return result.data;
}
