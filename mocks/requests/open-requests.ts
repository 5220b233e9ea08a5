import { MAX_TIMER_MS } from "../../shared/limits.ts";
import { onAbort } from "../../shared/on-abort.ts";
import { DROPPED, LEFT, type LostReply, type Reply } from "../wire/reply.ts";
import type { Caller } from "../wire/request.ts";

/** Ends a request without a response: the caller has left, the mock was reset, or its server closes. */
export class Interruption extends Error {
  readonly reply: LostReply;

  constructor(reply: LostReply) {
    super(reply.lost);
    this.reply = reply;
  }
}

/** The callers of all open requests. Keeps them reachable: Node forwards no abort to a `Request` that is garbage. */
const callers = new Map<OpenRequest, Caller>();

/** The open requests of a mock. A request is open from its headers to its reply. */
export class OpenRequests {
  readonly #requests = new Set<OpenRequest>();
  /** Whether requests that would wait forever end at once. */
  isClosing = false;

  /** Opens a request, until it has its reply. */
  async open<T extends Reply>(caller: Caller, reply: (open: OpenRequest) => Promise<T>): Promise<T | LostReply> {
    const open = new OpenRequest(this);
    this.#requests.add(open);
    callers.set(open, caller);
    const stopListening = caller.signal && onAbort(caller.signal, () => open.interrupt(LEFT));
    try {
      return await reply(open);
    } catch (error) {
      if (error instanceof Interruption) {
        return error.reply;
      }
      throw error;
    } finally {
      stopListening?.();
      callers.delete(open);
      this.#requests.delete(open);
    }
  }

  /** Ends all of them. */
  drop(): void {
    for (const open of this.#requests) {
      open.interrupt(DROPPED);
    }
  }

  /** Ends those that would wait forever, now and later. */
  close(): void {
    this.isClosing = true;
    for (const open of this.#requests) {
      if (open.isEndless) {
        open.interrupt(DROPPED);
      }
    }
  }
}

/** A request that is open. It ends early when the caller leaves, the mock is reset or its server closes. */
export class OpenRequest {
  /** Whether its reply would never come. */
  isEndless = false;
  readonly #requests: OpenRequests;
  #controller: AbortController | undefined;
  #interruption: Interruption | undefined;
  /** Ends what the request waits for. */
  #wake = (): void => {};

  constructor(requests: OpenRequests) {
    this.#requests = requests;
  }

  /** A signal that aborts when the request ends early. It takes 5 µs to make, so it is made when it is first read. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#interruption) {
      this.#controller.abort();
    }
    return this.#controller.signal;
  }

  interrupt(reply: LostReply): void {
    this.#interruption ??= new Interruption(reply);
    this.#controller?.abort();
    this.#wake();
  }

  /**
   * Waits for a promise, and goes on with its value, unless the request has ended by then. `next` runs in the turn in which this is
   * checked. After an `await`, a turn later, the request might have ended, and its plant would be created all the same.
   *
   * @throws `Interruption` as soon as the request ends early.
   */
  wait<T, R>(promise: Promise<T>, next: (value: T) => R | Promise<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#wake = () => reject(this.#interruption);
      promise.then((value) => (this.#interruption ? this.#wake() : resolve(next(value)))).catch(reject);
      if (this.#interruption) {
        this.#wake();
      }
    });
  }

  /**
   * Waits for a time, which may be none or infinite.
   *
   * @throws `Interruption` as soon as the request ends early.
   */
  async pause(ms: number): Promise<void> {
    if (this.#interruption) {
      throw this.#interruption;
    }
    if (ms === 0) {
      return;
    }
    this.isEndless = ms > MAX_TIMER_MS;
    if (this.isEndless && this.#requests.isClosing) {
      throw new Interruption(DROPPED);
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const passed = new Promise<void>((resolve) => {
      timer = this.isEndless ? undefined : setTimeout(resolve, ms);
    });
    await this.wait(passed, () => {}).finally(() => clearTimeout(timer));
  }
}
