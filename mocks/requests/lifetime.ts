import { MAX_TIMER_MS } from "../../src/shared/limits.ts";
import { onAbort } from "../../src/shared/on-abort.ts";
import { DROPPED, LEFT, type LostReply } from "../replies.ts";
import type { MockRequest } from "./mock-request.ts";

/** Ends a request without a response: the caller has left, the mock was reset, or its server closes. */
export class Interruption extends Error {
  readonly reply: LostReply;

  constructor(reply: LostReply) {
    super(reply.lost);
    this.reply = reply;
  }
}

/** The requests in progress of all mocks. Keeps each `Request` reachable: Node forwards no abort to one that is garbage. */
const openLifetimes = new Set<Lifetime>();

/** The requests of a mock in progress. */
export class OpenRequests {
  /** Whether requests that would wait forever end at once. */
  isClosing = false;

  begin(request: MockRequest): Lifetime {
    const lifetime = new Lifetime(this, request);
    openLifetimes.add(lifetime);
    return lifetime;
  }

  /** Ends all of them. */
  drop(): void {
    for (const lifetime of this.#list()) {
      lifetime.interrupt(DROPPED);
    }
  }

  /** Ends those that would wait forever, now and later. */
  close(): void {
    this.isClosing = true;
    for (const lifetime of this.#list().filter(({ isEndless }) => isEndless)) {
      lifetime.interrupt(DROPPED);
    }
  }

  #list(): readonly Lifetime[] {
    return [...openLifetimes].filter(({ requests }) => requests === this);
  }
}

/** The time from a request's arrival to its reply. It is over early when the caller leaves, or a reset or the server ends it. */
export class Lifetime {
  readonly requests: OpenRequests;
  /** Whether the reply would never come. */
  isEndless = false;
  readonly #request: MockRequest;
  #interruption: Interruption | undefined;
  #reject: (reason: Interruption) => void = () => {};

  constructor(requests: OpenRequests, request: MockRequest) {
    this.requests = requests;
    this.#request = request;
  }

  /** Whether it is over early. Named as in a signal, which stops the reading of a body too. */
  get aborted(): boolean {
    return this.#interruption !== undefined;
  }

  throwIfOver(): void {
    if (this.#interruption) {
      throw this.#interruption;
    }
  }

  interrupt(reply: LostReply): void {
    this.#interruption ??= new Interruption(reply);
    this.#reject(this.#interruption);
  }

  end(): void {
    openLifetimes.delete(this);
  }

  /** Waits for a promise, but rejects as soon as the request is over. */
  async wait<T>(value: T | Promise<T>): Promise<T> {
    if (!(value instanceof Promise)) {
      return value;
    }
    // Read only when a request waits: the signal of a server's request takes 9 µs to create.
    const { signal } = this.#request;
    const interrupted = new Promise<never>((_, reject) => {
      this.#reject = reject;
    });
    if (this.#interruption) {
      this.#reject(this.#interruption);
    }
    const unsubscribe = onAbort(signal, () => this.interrupt(LEFT));
    if (signal.aborted) {
      this.interrupt(LEFT);
    }
    try {
      const result = await Promise.race([value, interrupted]);
      this.throwIfOver();
      return result;
    } finally {
      unsubscribe();
    }
  }

  async pause(ms: number): Promise<void> {
    this.isEndless = ms > MAX_TIMER_MS;
    if (this.isEndless && this.requests.isClosing) {
      throw new Interruption(DROPPED);
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const passed = new Promise<void>((resolve) => {
      timer = this.isEndless ? undefined : setTimeout(resolve, ms);
    });
    await this.wait(passed).finally(() => clearTimeout(timer));
  }
}
