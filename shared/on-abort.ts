interface SharedListener {
  readonly listeners: Set<() => void>;
  readonly callAll: () => void;
}

const sharedListeners = /* @__PURE__ */ new WeakMap<AbortSignal, SharedListener>();

/**
 * Calls the listener when the signal aborts, or at once if it has. Returns a function that removes the listener. All listeners of
 * a signal share one event listener, because Node 20 warns about a memory leak from the eleventh on.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
    return () => {};
  }
  const shared = sharedListeners.get(signal) ?? listenTo(signal);
  const { listeners, callAll } = shared;
  listeners.add(listener);
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) {
      sharedListeners.delete(signal);
      signal.removeEventListener("abort", callAll);
    }
  };
}

function listenTo(signal: AbortSignal): SharedListener {
  const listeners = new Set<() => void>();
  // Doesn't read the event: polyfills pass one without a target, or none.
  const callAll = () => listeners.forEach((listener) => void listener());
  signal.addEventListener("abort", callAll);
  const shared = { listeners, callAll };
  sharedListeners.set(signal, shared);
  return shared;
}
