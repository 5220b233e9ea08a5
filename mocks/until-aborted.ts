import type { CallerSignal } from "./incoming-request.ts";

/** Settles as the work does, or rejects as soon as one of the signals aborts, with its reason. */
export function untilAborted<T>(work: Promise<T>, ...signals: readonly CallerSignal[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const ends = signals.map((signal) => ({ signal, onAbort: () => settle(() => reject(signal.reason)) }));
    const settle = (end: () => void): void => {
      for (const { signal, onAbort } of ends) {
        signal.removeEventListener("abort", onAbort);
      }
      end();
    };
    for (const { signal, onAbort } of ends) {
      signal.addEventListener("abort", onAbort);
      // It tells no more of an abort that has been.
      if (signal.aborted) {
        onAbort();
      }
    }
    work.then(
      (value) => settle(() => resolve(value)),
      (error) => settle(() => reject(error)),
    );
  });
}
