import type { PlantStoreError } from "./errors.ts";

/** When a call must end: after its time limit, or when the caller's signal aborts. */
export class Deadline {
  /** For `fetch`. Aborts at the deadline. Not the caller's signal, on which the listeners of many calls would accumulate. */
  readonly signal: AbortSignal;
  /** Why the call must end now. `undefined` before the deadline. */
  error: PlantStoreError | undefined;
  readonly #createError: (isTimeout: boolean) => PlantStoreError;
  readonly #controller = new AbortController();
  readonly #endMs: number;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #stopListening: (() => void) | undefined;
  readonly #stopped: Promise<never>;
  #rejectStopped!: (error: PlantStoreError) => void;

  constructor(
    timeoutMs: number,
    signal: AbortSignal | undefined,
    createError: (isTimeout: boolean) => PlantStoreError,
  ) {
    this.signal = this.#controller.signal;
    this.#createError = createError;
    this.#endMs = performance.now() + timeoutMs;
    this.#stopped = new Promise((_, reject) => {
      this.#rejectStopped = reject;
    });
    // Nothing may be waiting when it rejects.
    this.#stopped.catch(() => {});
    this.#timer = setTimeout(() => this.#stop(true), timeoutMs);
    this.#stopListening = signal && onAbort(signal, () => this.#stop(false));
    if (signal?.aborted) {
      this.#stop(false);
    }
  }

  get remainingMs(): number {
    return this.#endMs - performance.now();
  }

  /** Waits for a promise. Rejects at the deadline, even if the promise ignores {@link signal}. */
  wait<T>(promise: T | PromiseLike<T>): Promise<T> {
    return Promise.race([this.#stopped, promise]);
  }

  /** Waits for a time, or until the deadline. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#stopped.catch(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#stopListening?.();
  }

  #stop(isTimeout: boolean): void {
    this.error = this.#createError(isTimeout);
    this.#controller.abort(this.error);
    this.#rejectStopped(this.error);
    this.end();
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

// Not `currentTarget`, which is null on Node if a `Request` with the same signal was created before.
function callListeners({ target }: Event): void {
  for (const listener of abortListeners.get(target as AbortSignal) as Set<() => void>) {
    listener();
  }
}
