/**
 * Runs `work` with a signal that aborts when the time is up or the caller's signal aborts. The returned promise then rejects
 * with the reason of the abort, even if `work` ignores its signal. No timer or listener is left behind.
 */
export function withDeadline<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  timeoutError: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    signal?.throwIfAborted();
    // An own controller: a long-lived signal that is passed to many fetches collects their listeners.
    const controller = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      stopListening?.();
    };
    const stop = (reason: unknown): void => {
      end();
      reject(reason);
      controller.abort(reason);
    };
    const timer = setTimeout(() => stop(timeoutError()), timeoutMs);
    const stopListening = signal && onAbort(signal, () => stop(signal.reason));
    // `resolve` is passed as it is, so that engines find the caller for the stack of an error. A failure also aborts: the
    // connection may still be open, with the rest of a response. `finally(end)` would be shorter, but slower on each call.
    work(controller.signal)
      .then((value) => {
        end();
        return value;
      })
      .then(resolve, stop);
  });
}

const listenersOf = /* @__PURE__ */ new WeakMap<EventTarget, Set<() => void>>();

/**
 * Calls the listener when the signal aborts. Returns a function that removes the listener. All calls that share a signal share
 * one event listener: Node 20 warns about a memory leak from the eleventh on.
 */
function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = listenersOf.get(signal) ?? new Set();
  if (listeners.size === 0) {
    listenersOf.set(signal, listeners);
    signal.addEventListener("abort", notify);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      signal.removeEventListener("abort", notify);
    }
  };
}

function notify({ currentTarget }: Event): void {
  // The entry exists as long as the event listener does.
  for (const listener of listenersOf.get(currentTarget as AbortSignal) as Set<() => void>) {
    listener();
  }
}
