const abortListeners = /* @__PURE__ */ new WeakMap<EventTarget, Set<() => void>>();

/**
 * Calls the listener when the signal aborts. Returns a function that removes the listener. All listeners of a signal share one
 * event listener, because Node 20 warns about a memory leak from the eleventh on.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
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

// Reads `target`, because `currentTarget` is null on Node if a `Request` with the same signal was created before.
function callListeners({ target }: Event): void {
  for (const listener of abortListeners.get(target as AbortSignal) as Set<() => void>) {
    listener();
  }
}
