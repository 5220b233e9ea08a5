import { parseRetryAfter } from "../src/shared/retry-after.ts";
import type { Case } from "./cases.ts";
import { hasStatus, type Outcome, send, type Target } from "./send.ts";

/** A case that was sent, and what came back. */
export interface SentCase {
  readonly testCase: Case;
  readonly outcome: Outcome;
  readonly durationMs: number;
}

/**
 * Sends a case, and once more after a 429 with a `Retry-After` of up to a minute.
 *
 * @throws the reason of the target's signal, if it aborts.
 */
export async function sendCase(target: Target, testCase: Case): Promise<SentCase> {
  const sent = await sendOnce(target, testCase);
  const delayMs = retryDelayMs(sent.outcome);
  if (delayMs === Number.POSITIVE_INFINITY) {
    return sent;
  }
  await wait(delayMs, target.signal);
  return sendOnce(target, testCase);
}

async function sendOnce(target: Target, testCase: Case): Promise<SentCase> {
  const start = performance.now();
  const outcome = await send(target, testCase.request);
  return { testCase, outcome, durationMs: Math.round(performance.now() - start) };
}

const retryDelayMs = (outcome: Outcome): number =>
  (hasStatus(outcome, 429) ? parseRetryAfter(outcome.headers.get("retry-after") ?? "") : undefined) ??
  Number.POSITIVE_INFINITY;

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      settle();
    };
    const onAbort = () => end(() => reject(signal?.reason));
    const timer = setTimeout(end, ms, resolve);
    signal?.addEventListener("abort", onAbort);
  });
}
