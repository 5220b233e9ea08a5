import { PlantStoreConnectionError } from "./errors/connection-error.ts";
import { PlantStoreResponseError } from "./errors/response-error.ts";
import type { CreatePlantResult } from "./result.ts";

const RETRIED_STATUSES = [408, 429, 500, 502, 503, 504];
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;
const MAX_RETRY_AFTER_MS = 60_000;

/**
 * Repeats the attempt, up to `retries` times, while it ends in a lost connection or in a status that may pass. A wait
 * that would reach the deadline is not begun: the last outcome stands.
 */
export async function withRetries(
  retries: number,
  timeoutMs: number,
  signal: AbortSignal,
  attempt: () => Promise<CreatePlantResult>,
): Promise<CreatePlantResult> {
  const deadline = performance.now() + timeoutMs;
  for (let retry = 0; retry < retries; retry++) {
    const outcome = attempt();
    const delayMs = await retryDelayMs(outcome, retry);
    if (delayMs === undefined || performance.now() + delayMs >= deadline) {
      return outcome;
    }
    await sleep(delayMs, signal);
  }
  return attempt();
}

/** How long to wait before the next attempt; `undefined` where there must be none. */
async function retryDelayMs(outcome: Promise<CreatePlantResult>, retry: number): Promise<number | undefined> {
  const response = await outcome.then(
    (result) => result.response,
    // A lost connection says no more of how long to wait than a bare 503 does.
    (error: unknown) =>
      error instanceof PlantStoreConnectionError
        ? new Response(null, { status: 503 })
        : error instanceof PlantStoreResponseError
          ? error.response
          : undefined,
  );
  if (response === undefined || !RETRIED_STATUSES.includes(response.status)) {
    return undefined;
  }
  const retryAfterMs = parseRetryAfter(response.headers.get("retry-after") ?? "");
  if (Number.isNaN(retryAfterMs)) {
    // Exponential backoff with full jitter.
    return Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retry);
  }
  // To ask again before the service wants it would be rude, and longer than this nobody waits.
  return retryAfterMs > MAX_RETRY_AFTER_MS ? undefined : retryAfterMs;
}

/** `Retry-After`, seconds or an HTTP date, in milliseconds from now; NaN where it is neither. */
function parseRetryAfter(value: string): number {
  if (/^\d+$/.test(value)) {
    return Number(value) * 1_000;
  }
  return value.endsWith("GMT") ? Math.max(0, Date.parse(value) - Date.now()) : Number.NaN;
}

/** Where the signal aborts, nobody waits any more: the deadline has ended the call. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
}
