import { PlantStoreApiError, type PlantStoreConnectionError, type PlantStoreResponseError } from "./errors.ts";
import type { ErrorRecord, Plant } from "./schemas.ts";

/** What `createPlant` resolves to: the Plant as `data` or the service's Error as `error`. Checking `error` narrows `data`. */
export type CreatePlantResult =
  | {
      /** The Plant that was created. Absent when the service returned an Error. */
      data: Plant;
      /** The service's Error. Absent when the plant was created. */
      error?: never;
      /** The response. Its body has been read. */
      response: Response;
    }
  | {
      /** The Plant that was created. Absent when the service returned an Error. */
      data?: never;
      /** The service's Error. Absent when the plant was created. */
      error: ErrorRecord;
      /** The response. Its body has been read. */
      response: Response;
      /**
       * Whether the plant may still exist: the status is 408 or at least 500, or an earlier attempt of the call may have
       * created it.
       */
      mayHaveBeenCreated: boolean;
      /** How many times the client called `fetch`. */
      attempts: number;
    };

/** The result of an attempt, or an error after which another attempt may succeed. */
export type AttemptOutcome = CreatePlantResult | PlantStoreConnectionError | PlantStoreResponseError;

/**
 * Returns the Plant of a result, or throws its Error. For code that prefers exceptions, such as TanStack Query and SWR.
 * Write `await client.createPlant(newPlant).then(unwrap)`.
 *
 * @throws {@link PlantStoreApiError} when the service returned an Error, and `TypeError` when it gets a promise.
 */
export function unwrap(result: CreatePlantResult): Plant {
  if ("then" in result) {
    throw new TypeError("unwrap takes a result, not a promise: pass await client.createPlant(…)");
  }
  if (result.error) {
    const { error, response, mayHaveBeenCreated, attempts } = result;
    throw new PlantStoreApiError(error, response, { mayHaveBeenCreated, attempts });
  }
  return result.data;
}
