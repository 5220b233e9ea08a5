import { PlantStoreInputError } from "./errors.ts";
import type { CreatePlantResult } from "./result.ts";

const RETRIED_STATUSES = [408, 429, 500, 502, 503, 504];
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;
const MAX_RETRY_AFTER_MS = 60_000;

/** Returns how long to wait, in milliseconds, before retry 1, 2, …. */
export type RetryDelay = (retry: number) => number;

export const backoffMs: RetryDelay = (retry) =>
  Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (retry - 1));

interface RetryOptions {
  readonly retries: number;
  readonly retryDelayMs: RetryDelay;
  readonly timeoutMs: number;
}

export async function withRetries(
  { retries, retryDelayMs, timeoutMs }: RetryOptions,
  signal: AbortSignal,
  attempt: (number: number) => Promise<CreatePlantResult>,
  isFailure: (error: unknown) => boolean,
): Promise<CreatePlantResult> {
  const deadline = performance.now() + timeoutMs;
  for (let retry = 1; retry <= retries; retry++) {
    const outcome = attempt(retry);
    const { response }: { response?: Response } = await outcome.catch((error) => {
      if (isFailure(error)) {
        return error;
      }
      throw error;
    });
    if (response && !RETRIED_STATUSES.includes(response.status)) {
      return outcome;
    }
    const delayMs = parseRetryAfter(response?.headers.get("retry-after") ?? "") ?? callRetryDelay(retryDelayMs, retry);
    if (performance.now() + delayMs >= deadline) {
      return outcome;
    }
    signal.throwIfAborted();
    await sleep(delayMs, signal);
  }
  return attempt(retries + 1);
}

/** Parses `Retry-After`, in seconds or an HTTP date, to a delay in milliseconds. Beyond a minute, it is infinite: no retry. */
function parseRetryAfter(value: string): number | undefined {
  const seconds = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  const delayMs = value.endsWith("GMT") ? Date.parse(value) - Date.now() : seconds * 1_000;
  if (Number.isNaN(delayMs)) {
    return undefined;
  }
  return delayMs > MAX_RETRY_AFTER_MS ? Number.POSITIVE_INFINITY : Math.max(0, delayMs);
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
