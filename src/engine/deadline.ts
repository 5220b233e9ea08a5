import { onAbort } from "../shared/on-abort.ts";
import type { PlantStoreError } from "./errors.ts";

/** When a call must end: after its time limit, or when the caller's signal aborts. */
export class Deadline {
  /** The signal for `fetch`, which aborts at the deadline. Listeners of many calls would accumulate on the caller's signal. */
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
    // Prevents an unhandled rejection when nothing is waiting.
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
