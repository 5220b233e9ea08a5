/** The time that a call has left, and the signal that aborts when it is over or the caller aborts. */
export interface Deadline {
  readonly signal: AbortSignal;
  remainingMs(): number;
}

/** Runs `work` until the time is up or `signal` aborts, even if `work` ignores the signal that it gets. */
export async function withDeadline<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  createTimeoutError: () => Error,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  // Not the caller's signal, on which the listeners of many calls would accumulate.
  const controller = new AbortController();
  const endMs = performance.now() + timeoutMs;
  const deadline = { signal: controller.signal, remainingMs: () => endMs - performance.now() };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopListening: (() => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const stop = (reason: unknown): void => {
        // Aborts first, so that hooks and mocks are notified before the caller.
        controller.abort(reason);
        reject(reason);
      };
      timer = setTimeout(() => stop(createTimeoutError()), timeoutMs);
      stopListening = signal && onAbort(signal, () => stop(signal.reason));
      // Passes `resolve` and `reject` directly: with a function around them, the stack of an error wouldn't show the caller.
      work(deadline).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    stopListening?.();
  }
}

/** Waits. Never settles after an abort, which has already ended the call. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => clearTimeout(timer);
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop);
  });
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
