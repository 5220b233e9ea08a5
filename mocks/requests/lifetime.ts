import { MAX_TIMER_MS } from "../../src/shared/limits.ts";
import { onAbort } from "../../src/shared/on-abort.ts";
import type { MockState } from "../state.ts";
import type { MockRequest } from "./request.ts";

/** Ends a request without a response: the mock was reset, or its server closes. */
export class ResetError extends Error {}

/** The requests in progress. References to them keep aborts working: Node drops those of a `Request` that is garbage. */
const lifetimes = new Set<Lifetime>();

/** Ends the requests of a mock that wait, or only those that would wait forever. */
export function endRequests(state: MockState, isEnding: (lifetime: Lifetime) => boolean = () => true): void {
  for (const lifetime of [...lifetimes]) {
    if (lifetime.state === state && isEnding(lifetime)) {
      lifetime.interrupt(new ResetError("The mock was reset."));
    }
  }
}

/** The time from a request's arrival to its response. It is over early when the caller leaves or the mock is reset. */
export class Lifetime {
  readonly state: MockState;
  /** Whether only an abort or a reset can end the request. */
  isEndless = false;
  readonly #request: MockRequest;
  #interruption: { readonly reason: unknown } | undefined;
  #reject: (reason: unknown) => void = () => {};

  constructor(state: MockState, request: MockRequest) {
    this.state = state;
    this.#request = request;
    lifetimes.add(this);
  }

  get aborted(): boolean {
    return this.#interruption !== undefined;
  }

  throwIfOver(): void {
    if (this.#interruption) {
      throw this.#interruption.reason;
    }
  }

  interrupt(reason: unknown): void {
    this.#interruption ??= { reason };
    this.#reject(reason);
  }

  end(): void {
    lifetimes.delete(this);
  }

  /** Waits for the promise, but rejects as soon as the caller leaves or the mock is reset. */
  async wait<T>(promise: Promise<T>): Promise<T> {
    // Read only when a request waits: the signal of a server's request takes 9 µs to create.
    const { signal } = this.#request;
    const interrupted = new Promise<never>((_, reject) => {
      this.#reject = reject;
    });
    if (this.#interruption) {
      this.#reject(this.#interruption.reason);
    }
    const unsubscribe = onAbort(signal, () => this.interrupt(signal.reason));
    if (signal.aborted) {
      this.interrupt(signal.reason);
    }
    // Listeners of the mock see the pending request.
    this.state.changes.publish();
    try {
      const value = await Promise.race([promise, interrupted]);
      this.throwIfOver();
      return value;
    } finally {
      unsubscribe();
    }
  }

  async pause(ms: number): Promise<void> {
    this.isEndless = ms > MAX_TIMER_MS;
    if (this.isEndless && this.state.isClosing) {
      throw new ResetError("The mock closes.");
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const passed = new Promise<void>((resolve) => {
      timer = this.isEndless ? undefined : setTimeout(resolve, ms);
    });
    await this.wait(passed).finally(() => clearTimeout(timer));
  }
}
