import type { CallerSignal } from "./incoming-request.ts";
import { untilAborted } from "./until-aborted.ts";

// Timers that are to wait longer fire at once.
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Waits so long, for ever where that is more than 24 days, and rejects as soon as one of the signals aborts, with its reason. */
export async function pause(ms: number, ...signals: readonly CallerSignal[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = ms > MAX_TIMER_MS ? undefined : setTimeout(resolve, ms);
  });
  try {
    await untilAborted(passed, ...signals);
  } finally {
    clearTimeout(timer);
  }
}
