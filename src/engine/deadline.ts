import { onAbort } from "../../shared/on-abort.ts";
import type { Failure, PlantStoreError } from "./errors.ts";

/** What a function returned, or the failure that ends the attempt or the call. */
export type Returned<T> =
  | { readonly value: T; readonly failure?: undefined }
  | { readonly value?: undefined; readonly failure: Failure };

/** When a call must end: after its time limit, or when the caller's signal aborts. */
export class Deadline {
  readonly #createError: (isTimeout: boolean) => PlantStoreError;
  readonly #controller = new AbortController();
  /** The signal for `fetch`, which aborts at the deadline. `fetch` may leave its listeners on it. */
  readonly signal: AbortSignal = this.#controller.signal;
  /** Why the call has ended. */
  #failure: Failure | undefined;
  #endMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopListening: (() => void) | undefined;
  /** Ends what the call waits for. It waits for one thing at a time. */
  #interrupt: (() => void) | undefined;

  constructor(createError: (isTimeout: boolean) => PlantStoreError) {
    this.#createError = createError;
  }

  get remainingMs(): number {
    return this.#endMs - performance.now();
  }

  /** Ends the call if its time is up, even if the timer is late. Returns whether the call has ended. */
  hasEnded(): boolean {
    if (performance.now() >= this.#endMs) {
      this.#stop(true);
    }
    return this.#failure !== undefined;
  }

  start(timeoutMs: number, signal: AbortSignal | undefined): void {
    this.#endMs = performance.now() + timeoutMs;
    this.#timer = setTimeout(() => this.#stop(true), timeoutMs);
    this.#stopListening = signal && onAbort(signal, () => this.#stop(false));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stopListening?.();
  }

  /**
   * Runs what isn't ours, such as a function of the caller, and waits for what it returns until the deadline, even if it ignores
   * {@link signal}. A failure is the deadline's, or what `toFailure` makes of what was thrown. `discard` gets what comes too late.
   */
  async run<T>(
    run: () => T | PromiseLike<T>,
    toFailure: (thrown: unknown) => Failure,
    discard: (late: T) => void = () => {},
  ): Promise<Returned<T>> {
    try {
      const value = await new Promise<T>((resolve, reject) => {
        this.#interrupt = reject;
        if (this.hasEnded()) {
          reject();
        } else {
          // Not `resolve(run())`, after which `reject` has no effect.
          Promise.resolve(run()).then((value) => (this.#failure ? discard(value) : resolve(value)), reject);
        }
      });
      return { value };
    } catch (thrown) {
      return { failure: this.#failure ?? toFailure(thrown) };
    }
  }

  /** Waits for a time, or until the deadline. */
  async sleep(ms: number): Promise<void> {
    if (this.hasEnded()) {
      return;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Ends the call, unless it has ended. Leaves the listener to {@link close}: a signal may throw, and a timer can't catch that. */
  #stop(isTimeout: boolean): void {
    if (this.#failure) {
      return;
    }
    this.#failure = () => this.#createError(isTimeout);
    this.#interrupt?.();
    this.#controller.abort();
  }
}
