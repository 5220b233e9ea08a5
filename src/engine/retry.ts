import { parseRetryAfter } from "../shared/retry-after.ts";
import type { Deadline } from "./deadline.ts";
import {
  type PlantStoreApiError,
  PlantStoreCallbackError,
  PlantStoreConnectionError,
  type PlantStoreError,
  type PlantStoreResponseError,
  type Progress,
  ResponseError,
} from "./errors.ts";
import type { Outcome } from "./result.ts";

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;

/** A failed attempt, which may be retried. */
export interface FailedAttempt {
  /** The number of the retry that would follow: 1, 2, …. */
  readonly retry: number;
  /** What went wrong. A `PlantStoreApiError` is an Error of the service. */
  readonly error: PlantStoreConnectionError | PlantStoreResponseError | PlantStoreApiError;
  /** The response. Absent when there is none. */
  readonly response?: Response | undefined;
  /** Whether the failure may be temporary: a connection error, or status 408, 429, 500, 502, 503 or 504. */
  readonly isTransient: boolean;
  /** Whether the call may have created the plant so far. A retry could then create it twice. */
  readonly mayHaveBeenCreated: boolean;
}

/** Returns whether to retry. */
export type ShouldRetry = (failed: FailedAttempt) => boolean;

/** Returns how long to wait, in milliseconds, before retry 1, 2, …. */
export type RetryDelay = (retry: number, failed: FailedAttempt) => number;

export const isSafeToRetry: ShouldRetry = ({ isTransient, mayHaveBeenCreated }) => isTransient && !mayHaveBeenCreated;

export const backoffMs: RetryDelay = (retry) =>
  Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (retry - 1));

/** What a retry depends on, besides the outcome of an attempt. */
interface CallSoFar {
  readonly settings: {
    readonly retries: number;
    readonly shouldRetry: ShouldRetry;
    readonly retryDelayMs: RetryDelay;
  };
  readonly deadline: Deadline;
  readonly progress: Progress;
}

/**
 * Decides whether an attempt is retried. Returns how long to wait, in milliseconds, or `undefined` if its outcome is final.
 *
 * @throws `PlantStoreCallbackError` when `shouldRetry` or `retryDelayMs` throws or returns something invalid.
 */
export function decideRetry(
  { settings, deadline, progress }: CallSoFar,
  { failure: error }: Outcome<unknown>,
): number | undefined {
  const { retries, shouldRetry, retryDelayMs } = settings;
  const { attempts: retry, mayHaveBeenCreated } = progress;
  if (retry > retries || deadline.check() || !isRetryable(error)) {
    return undefined;
  }
  const { isTransient } = error;
  const response = error instanceof ResponseError ? error.response : undefined;
  const failed: FailedAttempt = { retry, error, response, isTransient, mayHaveBeenCreated };
  if (!callOption(progress, "shouldRetry", () => shouldRetry(failed), isBoolean, "a boolean")) {
    return undefined;
  }
  const delayMs =
    parseRetryAfter(response?.headers.get("retry-after") ?? "") ??
    callOption(progress, "retryDelayMs", () => retryDelayMs(retry, failed), isDelay, "a number, 0 or more");
  return delayMs < deadline.remainingMs ? delayMs : undefined;
}

const isRetryable = (error: PlantStoreError | undefined): error is FailedAttempt["error"] =>
  error instanceof PlantStoreConnectionError || error instanceof ResponseError;

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

const isDelay = (value: unknown): value is number => typeof value === "number" && value >= 0;

/** Calls an option that is a function. Throws an error if it throws or returns anything invalid. */
function callOption<T>(
  progress: Progress,
  name: "shouldRetry" | "retryDelayMs",
  run: () => unknown,
  isValid: (value: unknown) => value is T,
  requirement: string,
): T {
  let value: unknown;
  try {
    value = run();
  } catch (cause) {
    throw new PlantStoreCallbackError(name, `${name} failed. See the cause`, { cause, ...progress });
  }
  if (isValid(value)) {
    return value;
  }
  // A promise isn't valid. Nothing else would handle its rejection.
  Promise.resolve(value).catch(() => {});
  throw new PlantStoreCallbackError(name, `${name} must return ${requirement}`, progress);
}
