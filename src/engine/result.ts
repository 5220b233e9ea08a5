import type { ErrorRecord } from "../../shared/records.ts";
import { type Failure, PlantStoreApiError } from "./errors.ts";

/** What a call resolves to: its data or the service's Error. Checking `error` narrows `data`. */
export type Result<Data> = {
  /** The response. Its body has been read. */
  response: Response;
  /** How many times the client called `fetch`. Some runtimes repeat a request themselves. */
  attempts: number;
  /** Identifies the call, as in the contexts of hooks, such as `"k3v9x0qa1f-1"`. */
  callId: string;
} & (
  | {
      /** What the service returned, with any other fields that it has. Absent when it returned an Error. */
      data: Data;
      error?: never;
      /**
       * Whether an earlier attempt of the call may have created the plant too. Counts no request that the runtime repeated.
       */
      mayHaveBeenCreatedTwice: boolean;
      /** Absent after a Plant, which exists. */
      mayHaveBeenCreated?: never;
      /** Absent after a Plant. */
      isTransient?: never;
    }
  | {
      data?: never;
      /** The service's Error, with any other fields that it has. Tokens are redacted in its `message`. Absent after a Plant. */
      error: ErrorRecord;
      /**
       * Whether the plant may exist: the status is 408, 499 or at least 500, or an earlier attempt of the call may have
       * created it. Counts no request that the runtime repeated.
       */
      mayHaveBeenCreated: boolean;
      /** Whether the same plant may succeed if it is sent again later: the status is 408, 429, 500, 502, 503 or 504. */
      isTransient: boolean;
      /** Absent after an Error. */
      mayHaveBeenCreatedTwice?: never;
    }
);

/** How an attempt ended: with a result or with a failure. An Error of the service is both. */
export type Outcome = { readonly retryAfterMs?: number | undefined } & (
  | { readonly result: Result<unknown>; readonly failure?: Failure }
  | { readonly result?: undefined; readonly failure: Failure }
);

/**
 * Returns the data of a result, or throws its Error. For code that prefers exceptions, such as TanStack Query and SWR.
 * Write `await client.createPlant(newPlant).then(unwrap)`.
 *
 * @throws `PlantStoreApiError` when the service returned an Error, and `TypeError` when it gets a promise.
 */
export function unwrap<Data>(result: Result<Data>): Data {
  if ("then" in result) {
    throw new TypeError("unwrap takes a result, not a promise: pass await client.createPlant(…)");
  }
  if (result.error) {
    const { error, response, attempts, mayHaveBeenCreated, callId } = result;
    throw new PlantStoreApiError(error, response, { attempts, mayHaveBeenCreated, callId });
  }
  return result.data;
}
