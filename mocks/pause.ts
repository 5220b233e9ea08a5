import type { CallerSignal } from "./incoming-request.ts";

/** Waits so long, for ever where that is infinite, and rejects as soon as one of the signals aborts, with its reason. */
export function pause(ms: number, ...signals: readonly CallerSignal[]): Promise<void> {
  return new Promise((resolve, reject) => {
    for (const signal of signals) {
      signal.throwIfAborted();
    }
    const ends = signals.map((signal) => ({ signal, onAbort: () => settle(() => reject(signal.reason)) }));
    const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => settle(resolve), ms);
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      for (const { signal, onAbort } of ends) {
        signal.removeEventListener("abort", onAbort);
      }
      end();
    };
    for (const { signal, onAbort } of ends) {
      signal.addEventListener("abort", onAbort);
    }
  });
}
