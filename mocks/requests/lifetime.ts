import { MAX_TIMER_MS } from "../../shared/limits.ts";
import { DROPPED, LEFT, type LostReply, type Reply } from "../wire/reply.ts";
import type { RequestHead } from "../wire/request.ts";

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

  /** Runs what replies to a request. The request is open until it has its reply. */
  async run(request: RequestHead, reply: (lifetime: Lifetime) => Promise<Reply>): Promise<Reply> {
    const lifetime = new Lifetime(this, request);
    openLifetimes.add(lifetime);
    try {
      return await reply(lifetime);
    } catch (error) {
      if (error instanceof Interruption) {
        return error.reply;
      }
      throw error;
    } finally {
      lifetime.end();
    }
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

/** The time from a request's headers to its reply. It is over early when the caller leaves, or a reset or the server ends it. */
export class Lifetime {
  readonly requests: OpenRequests;
  /** Whether the reply would never come. */
  isEndless = false;
  readonly #request: RequestHead;
  #interruption: Interruption | undefined;
  /** Rejects what the request waits for. */
  #reject: (reason: Interruption) => void = () => {};
  #controller: AbortController | undefined;
  /** Set when the request first waits. */
  #stopListening: (() => void) | undefined;

  constructor(requests: OpenRequests, request: RequestHead) {
    this.requests = requests;
    this.#request = request;
  }

  /** Whether it is over early. Named as in a signal, since it stops the reading of a body. */
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
    this.#controller?.abort();
  }

  end(): void {
    this.#stopListening?.();
    openLifetimes.delete(this);
  }

  /** Waits for a promise, but rejects as soon as the request is over. */
  async wait<T>(promise: Promise<T>): Promise<T> {
    const result = await new Promise<T>((resolve, reject) => {
      this.#reject = reject;
      promise.then(resolve, reject);
      if (this.#interruption) {
        reject(this.#interruption);
      }
      this.#stopListening ??= this.#request.onLeave(() => this.interrupt(LEFT));
    });
    this.throwIfOver();
    return result;
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

  /** Returns a signal that aborts if the request is over early, for what runs on its behalf. */
  createSignal(): AbortSignal {
    this.#controller = new AbortController();
    return this.#controller.signal;
  }
}
