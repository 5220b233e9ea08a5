import type { PlantStoreApiError, PlantStoreConnectionError, PlantStoreResponseError } from "./errors.ts";

/** A failed attempt, which may be retried. */
export interface FailedAttempt {
  /** The number of the retry that would follow: 1, 2, …. */
  readonly retry: number;
  /** What went wrong. A `PlantStoreApiError` is an Error of the service. */
  readonly error: PlantStoreConnectionError | PlantStoreResponseError | PlantStoreApiError;
  /** The response. Absent when there is none. */
  readonly response?: Response | undefined;
  /** Whether the same plant may succeed if it is sent again later, as on {@link error}. */
  readonly isTransient: boolean;
  /** Whether the call may have created the plant so far. A retry could then create it twice. */
  readonly mayHaveBeenCreated: boolean;
}

/** Returns whether to retry. */
export type ShouldRetry = (failed: FailedAttempt) => boolean;

/** Returns how long to wait, in milliseconds, before retry 1, 2, …. */
export type RetryDelay = (retry: number, failed: FailedAttempt) => number;

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;

/** The default: never creates a plant twice. */
export const isSafeToRetry: ShouldRetry = ({ isTransient, mayHaveBeenCreated }) => isTransient && !mayHaveBeenCreated;

/** The default: full jitter. */
export const backoffMs: RetryDelay = (retry) =>
  Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (retry - 1));
