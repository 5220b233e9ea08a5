import {
  type PlantStoreApiError,
  PlantStoreCallbackError,
  PlantStoreConnectionError,
  type PlantStoreError,
  type PlantStoreResponseError,
  ResponseError,
} from "./errors.ts";
import type { Outcome } from "./result.ts";

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;
const MAX_RETRY_AFTER_MS = 60_000;

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

export const withoutDuplicates: ShouldRetry = ({ isTransient, mayHaveBeenCreated }) =>
  isTransient && !mayHaveBeenCreated;

export const backoffMs: RetryDelay = (retry) =>
  Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (retry - 1));

interface RetryOptions {
  readonly retries: number;
  readonly shouldRetry: ShouldRetry;
  readonly retryDelayMs: RetryDelay;
}

/** What follows an attempt: another one after `delayMs`, or the end of the call with its `final` outcome. */
type Decision<Data> = { readonly delayMs: number } | { readonly delayMs?: undefined; readonly final: Outcome<Data> };

/** Decides whether an attempt is retried, and when. */
export function decideRetry<Data>(
  { retries, shouldRetry, retryDelayMs }: RetryOptions,
  outcome: Outcome<Data>,
  retry: number,
  deadline: { readonly remainingMs: number },
): Decision<Data> {
  const { error } = outcome;
  if (retry > retries || !isRetryable(error)) {
    return { final: outcome };
  }
  const { isTransient, mayHaveBeenCreated } = error;
  const response = error instanceof ResponseError ? error.response : undefined;
  const failed: FailedAttempt = { retry, error, response, isTransient, mayHaveBeenCreated };
  const isWanted = callOption(error, "shouldRetry", () => shouldRetry(failed), isBoolean, "a boolean");
  if (!isWanted) {
    return { final: outcome };
  }
  if (isWanted !== true) {
    return { final: { error: isWanted } };
  }
  const delayMs =
    parseRetryAfter(response?.headers.get("retry-after") ?? "") ??
    callOption(error, "retryDelayMs", () => retryDelayMs(retry, failed), isDelay, "a number, 0 or more");
  if (typeof delayMs !== "number") {
    return { final: { error: delayMs } };
  }
  return delayMs < deadline.remainingMs ? { delayMs } : { final: outcome };
}

const isRetryable = (error: PlantStoreError | undefined): error is FailedAttempt["error"] =>
  error instanceof PlantStoreConnectionError || error instanceof ResponseError;

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

const isDelay = (value: unknown): value is number => typeof value === "number" && value >= 0;

/** Calls an option that is a function, and checks what it returns. Returns an error if it throws or returns anything else. */
function callOption<T>(
  { attempts, mayHaveBeenCreated }: PlantStoreError,
  name: "shouldRetry" | "retryDelayMs",
  callFunction: () => unknown,
  isValid: (value: unknown) => value is T,
  requirement: string,
): T | PlantStoreCallbackError {
  const progress = { attempts, mayHaveBeenCreated };
  try {
    const value = callFunction();
    return isValid(value) ? value : new PlantStoreCallbackError(name, `${name} must return ${requirement}`, progress);
  } catch (cause) {
    return new PlantStoreCallbackError(name, `${name} failed. See the cause`, { cause, ...progress });
  }
}

/** Parses `Retry-After`, in seconds or an HTTP date, to a delay in milliseconds. Returns `Infinity` beyond a minute. */
function parseRetryAfter(value: string): number | undefined {
  const seconds = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  const delayMs = /^[A-Z][a-z]+, .+ GMT$/.test(value) ? Date.parse(value) - Date.now() : seconds * 1_000;
  if (Number.isNaN(delayMs)) {
    return undefined;
  }
  return delayMs > MAX_RETRY_AFTER_MS ? Number.POSITIVE_INFINITY : Math.max(0, delayMs);
}
