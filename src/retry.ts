import type { Call } from "./call.ts";
import { type Deadline, sleep } from "./deadline.ts";
import {
  PlantStoreApiError,
  type PlantStoreConnectionError,
  PlantStoreError,
  PlantStoreInputError,
  type PlantStoreResponseError,
} from "./errors.ts";
import type { AttemptOutcome, CreatePlantResult } from "./result.ts";

const TRANSIENT_STATUSES = [408, 429, 500, 502, 503, 504];
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;
const MAX_RETRY_AFTER_MS = 60_000;

/** Returns how long to wait, in milliseconds, before retry 1, 2, …. */
export type RetryDelay = (retry: number) => number;

export const backoffMs: RetryDelay = (retry) =>
  Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (retry - 1));

/** A failed attempt. {@link ShouldRetry} decides whether to retry it. */
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

export const retryTransient: ShouldRetry = ({ isTransient }) => isTransient;

interface RetryOptions {
  readonly retries: number;
  readonly shouldRetry: ShouldRetry;
  readonly retryDelayMs: RetryDelay;
}

export async function withRetries(
  options: RetryOptions,
  call: Call,
  deadline: Deadline,
  sendAttempt: (attempt: number) => Promise<AttemptOutcome>,
): Promise<CreatePlantResult> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await sendAttempt(attempt);
    deadline.signal.throwIfAborted();
    const delayMs = attempt > options.retries ? undefined : decideDelayMs(options, call, deadline, outcome, attempt);
    if (delayMs !== undefined) {
      await sleep(delayMs, deadline.signal);
    } else if (outcome instanceof PlantStoreError) {
      throw outcome;
    } else {
      return outcome;
    }
  }
}

/** Returns how long to wait before a retry, or `undefined` if there is none. */
function decideDelayMs(
  { shouldRetry, retryDelayMs }: RetryOptions,
  call: Call,
  deadline: Deadline,
  outcome: AttemptOutcome,
  retry: number,
): number | undefined {
  if (isCreated(outcome)) {
    return undefined;
  }
  const response = "response" in outcome ? outcome.response : undefined;
  const retryAfterMs = parseRetryAfter(String(response?.headers.get("retry-after") ?? ""));
  if ((retryAfterMs ?? 0) >= deadline.remainingMs()) {
    return undefined;
  }
  const failed: FailedAttempt = {
    retry,
    error:
      outcome instanceof PlantStoreError ? outcome : new PlantStoreApiError(outcome.error, outcome.response, outcome),
    response,
    isTransient: response === undefined || TRANSIENT_STATUSES.includes(response.status),
    mayHaveBeenCreated: call.progress.mayHaveBeenCreated,
  };
  if (!callOption(call, "shouldRetry", () => shouldRetry(failed), isBoolean, "must return a boolean")) {
    return undefined;
  }
  const delayMs =
    retryAfterMs ??
    callOption(call, "retryDelayMs", () => retryDelayMs(retry), isDelay, "must return a number, 0 or more");
  return delayMs < deadline.remainingMs() ? delayMs : undefined;
}

/** Not `in`, which a polluted `Object.prototype` can make true. */
const isCreated = (outcome: AttemptOutcome): outcome is Extract<AttemptOutcome, { data: unknown }> =>
  Object.hasOwn(outcome, "data");

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

const isDelay = (value: unknown): value is number => typeof value === "number" && value >= 0;

/** Calls an option that is a function, and checks what it returns. */
function callOption<T>(
  call: Call,
  name: string,
  callFunction: () => unknown,
  isValid: (value: unknown) => value is T,
  requirement: string,
): T {
  let problem = requirement;
  let details: ErrorOptions = {};
  try {
    const value = callFunction();
    if (isValid(value)) {
      return value;
    }
    // If `value` is a promise that rejects, the rejection must not end the process.
    Promise.resolve(value).catch(() => {});
  } catch (cause) {
    problem = "threw an error. See the cause";
    details = { cause };
  }
  const issue = { message: `${name} ${problem}`, path: [name] };
  throw new PlantStoreInputError("Invalid options", [issue], { ...details, ...call.progress });
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
