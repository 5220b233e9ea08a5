import { onAbort } from "../../shared/on-abort.ts";
import type { PlantStoreError } from "./errors.ts";

/** When a call must end: after its time limit, or when the caller's signal aborts. */
export class Deadline {
  readonly #createError: (isTimeout: boolean) => PlantStoreError;
  readonly #controller = new AbortController();
  #error: PlantStoreError | undefined;
  #endMs = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopListening: (() => void) | undefined;
  /** Rejects the promise that the call waits for. It waits for one at a time. */
  #interrupt: ((error: PlantStoreError) => void) | undefined;

  constructor(createError: (isTimeout: boolean) => PlantStoreError) {
    this.#createError = createError;
  }

  /** The signal for `fetch`, which aborts at the deadline. `fetch` may leave its listeners on it. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get remainingMs(): number {
    return this.#endMs - performance.now();
  }

  /** Returns why the call must end now, even if the timer is late because something blocked the event loop. */
  check(): PlantStoreError | undefined {
    if (this.remainingMs <= 0) {
      this.#stop(true);
    }
    return this.getError();
  }

  /**
   * Returns why the call must end: `undefined` until the timer or an abort ended it. The stack of the error starts where the
   * call gets it, and not in the timer, so that it leads to the caller.
   */
  getError(): PlantStoreError | undefined {
    if (this.#error) {
      Error.captureStackTrace?.(this.#error, this.getError);
    }
    return this.#error;
  }

  start(timeoutMs: number, signal: AbortSignal | undefined): void {
    this.#endMs = performance.now() + timeoutMs;
    this.#timer = setTimeout(() => this.#stop(true), timeoutMs);
    this.#stopListening = signal && onAbort(signal, () => this.#stop(false));
    if (signal?.aborted) {
      this.#stop(false);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#stopListening?.();
  }

  /** Waits for a promise. Rejects at the deadline, even if the promise ignores {@link signal}. */
  wait<T>(promise: T | PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      // Not `resolve(promise)`, after which `reject` has no effect.
      Promise.resolve(promise).then(resolve, reject);
      this.#interrupt = reject;
      if (this.#error) {
        reject(this.#error);
      }
    });
  }

  /** Waits for a time, or until the deadline. */
  async sleep(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const elapsed = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await this.wait(elapsed).catch(() => clearTimeout(timer));
  }

  /** Ends the call, unless it has been ended. {@link end} cleans up, because a signal may throw, and a timer can't catch that. */
  #stop(isTimeout: boolean): void {
    if (this.#error) {
      return;
    }
    this.#error = this.#createError(isTimeout);
    // Before the signal aborts, so that the error is the deadline's and not that of an aborted `fetch`.
    this.#interrupt?.(this.#error);
    // Without the error as its reason: Node's `fetch` rejects with the reason, and replaces its stack.
    this.#controller.abort();
  }
}
