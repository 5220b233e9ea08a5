import type { CallerSignal } from "./incoming-request.ts";

/**
 * A signal that costs nothing until it is used. An `AbortSignal` costs as much as all else that a request needs, and warns
 * of a leak where many requests wait on one.
 */
export class OwnSignal implements CallerSignal {
  #isAborted = false;
  #reason: unknown;
  #listeners: Set<() => void> | undefined;

  get aborted(): boolean {
    return this.#isAborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.#isAborted) {
      throw this.#reason;
    }
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners?.delete(listener);
  }

  /** Aborts. It is called once. */
  abort(message: string): void {
    this.#isAborted = true;
    this.#reason = new DOMException(message, "AbortError");
    for (const listener of this.#listeners ?? []) {
      listener();
    }
  }
}
