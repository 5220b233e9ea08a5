/** Runs `work` until the time is up or `signal` aborts, even if `work` ignores the signal that it gets. */
export async function withDeadline<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  timeoutError: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  // Not the caller's signal, on which the listeners of many fetches would collect.
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopListening: (() => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const stop = (reason: unknown): void => {
        reject(reason);
        controller.abort(reason);
      };
      timer = setTimeout(() => stop(timeoutError()), timeoutMs);
      stopListening = signal && onAbort(signal, () => stop(signal.reason));
      // `resolve` itself: behind another function, the stack of an error wouldn't lead back to the caller.
      work(controller.signal).then(resolve, stop);
    });
  } finally {
    clearTimeout(timer);
    stopListening?.();
  }
}

const abortListeners = /* @__PURE__ */ new WeakMap<EventTarget, Set<() => void>>();

// Calls that share a signal share one event listener, because Node 20 warns about a memory leak from the eleventh on.
function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = abortListeners.get(signal) ?? new Set();
  if (listeners.size === 0) {
    abortListeners.set(signal, listeners);
    signal.addEventListener("abort", callListeners);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      signal.removeEventListener("abort", callListeners);
    }
  };
}

function callListeners({ currentTarget }: Event): void {
  for (const listener of abortListeners.get(currentTarget as AbortSignal) as Set<() => void>) {
    listener();
  }
}
