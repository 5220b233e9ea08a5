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
  { retries, timeoutMs, signal }: { retries: number; timeoutMs: number; signal: AbortSignal },
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
    (error: unknown) => {
      if (error instanceof PlantStoreConnectionError) {
        return "lost" as const;
      }
      return error instanceof PlantStoreResponseError ? error.response : undefined;
    },
  );
  if (response === "lost") {
    return backoffMs(retry);
  }
  if (response === undefined || !RETRIED_STATUSES.includes(response.status)) {
    return undefined;
  }
  const retryAfterMs = parseRetryAfter(response.headers.get("retry-after") ?? "");
  if (retryAfterMs === undefined) {
    return backoffMs(retry);
  }
  // To ask again before the service wants it would be rude, and longer than this nobody waits.
  return retryAfterMs > MAX_RETRY_AFTER_MS ? undefined : retryAfterMs;
}

/** Exponential backoff with full jitter. */
function backoffMs(retry: number): number {
  return Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retry);
}

/** `Retry-After` in milliseconds from now: seconds or an HTTP date; `undefined` where it is neither. */
function parseRetryAfter(value: string): number | undefined {
  if (/^\d+$/.test(value)) {
    return Number(value) * 1_000;
  }
  const date = value.endsWith("GMT") ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
