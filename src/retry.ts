import { PlantStoreConnectionError, PlantStoreInputError } from "./errors.ts";
import type { CreatePlantResult } from "./result.ts";

const RETRIED_STATUSES = [408, 429, 500, 502, 503, 504];
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;
const MAX_RETRY_AFTER_MS = 60_000;

/** Returns how long to wait, in milliseconds, before retry 1, 2, …. */
export type RetryDelay = (retry: number) => number;

/** Exponential backoff with full jitter. */
export const backoffMs: RetryDelay = (retry) =>
  Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (retry - 1));

interface RetryOptions {
  readonly retries: number;
  readonly retryDelayMs: RetryDelay;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Repeats an attempt that failed with a connection error or a temporary status. It doesn't start a wait that would reach the
 * deadline: the last outcome is final.
 *
 * @param runAttempt - adds its own failures to `failures`. What it throws otherwise, such as an error of a hook, is final.
 */
export async function withRetries(
  { retries, retryDelayMs, timeoutMs, signal }: RetryOptions,
  runAttempt: (attempt: number, failures: WeakSet<Error>) => Promise<CreatePlantResult>,
): Promise<CreatePlantResult> {
  const deadline = performance.now() + timeoutMs;
  const failures = new WeakSet<Error>();
  for (let retry = 1; retry <= retries; retry++) {
    const outcome = runAttempt(retry, failures);
    const response = await failedResponse(outcome, failures);
    if (!response || !RETRIED_STATUSES.includes(response.status)) {
      return outcome;
    }
    const delayMs = parseRetryAfter(response.headers.get("retry-after")) ?? callRetryDelay(retryDelayMs, retry);
    if (performance.now() + delayMs >= deadline) {
      return outcome;
    }
    signal.throwIfAborted();
    await sleep(delayMs, signal);
  }
  return runAttempt(retries + 1, failures);
}

/** The response that decides on a retry. A failed connection counts as a 503 without headers. */
function failedResponse(outcome: Promise<CreatePlantResult>, failures: WeakSet<Error>): Promise<Response | undefined> {
  return outcome.then(
    (result) => result.response,
    (error) => {
      if (!failures.has(error)) {
        return undefined;
      }
      return error instanceof PlantStoreConnectionError ? new Response(null, { status: 503 }) : error.response;
    },
  );
}

/** `Retry-After`, in seconds or as an HTTP date, in milliseconds from now. Infinite when the wait would exceed a minute. */
function parseRetryAfter(value: string | null): number | undefined {
  const delayMs = value?.endsWith("GMT")
    ? Math.max(0, Date.parse(value) - Date.now())
    : /^\d+$/.test(value ?? "")
      ? Number(value) * 1_000
      : Number.NaN;
  return Number.isNaN(delayMs) ? undefined : delayMs > MAX_RETRY_AFTER_MS ? Number.POSITIVE_INFINITY : delayMs;
}

function callRetryDelay(retryDelayMs: RetryDelay, retry: number): number {
  const delayMs: unknown = retryDelayMs(retry);
  if (typeof delayMs === "number" && delayMs >= 0) {
    return delayMs;
  }
  throw new PlantStoreInputError("Invalid options", [
    { message: "retryDelayMs must return a number of milliseconds, 0 or more", path: ["retryDelayMs"] },
  ]);
}

/** Never settles after an abort, which has already ended the call. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => clearTimeout(timer);
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop);
  });
}
