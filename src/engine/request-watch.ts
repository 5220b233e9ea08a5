import { mayHaveSentDespite } from "./connect-failures.ts";
import {
  earnTrust,
  isSilenceProof,
  loseTrust,
  type PublishedRequest,
  quietly,
  type RequestListener,
  subscribe,
} from "./undici-channels.ts";

/**
 * How long to wait for `fetch` to reject after an abort, for which the deadline doesn't wait. Each `async` function around it delays
 * that by a turn, or by two if it awaits something in `finally`.
 */
const MAX_TURNS = 20;

// The attempts that wait for a response. Each is in one of these sets, and in none once a byte of its request counts as written:
// so n attempts cost n in all, whatever other requests are made.

/** The attempts without a request that goes on. */
const idle = /* @__PURE__ */ new Set<RequestWatch>();

/** The attempts with a request of their own that goes on. */
const sending = /* @__PURE__ */ new Set<RequestWatch>();

/** The attempts that another request may belong to. */
const shared = /* @__PURE__ */ new Set<RequestWatch>();

/** The attempt whose `fetch` is being called and hasn't returned. */
let calling: RequestWatch | undefined;

/** The requests that were made, each with its attempt if that was {@link calling}. */
const owners = /* @__PURE__ */ new WeakMap<PublishedRequest, RequestWatch | undefined>();

/**
 * Watches whether a byte of an attempt's request is written. Node publishes what happens to the requests of the process, but not
 * whose they are. A request that is made while the `fetch` of an attempt is being called is the attempt's own. Another one with
 * the same method and path, such as a second try of an interceptor, may belong to any attempt that waits.
 */
export class RequestWatch {
  readonly #method: string;
  readonly #url: string;
  readonly #signal: AbortSignal;
  #path: string | undefined;
  /** The set that the attempt is in. */
  #group: Set<RequestWatch> | undefined;
  #isWritten = false;
  /** Its own requests that go on. */
  readonly #pending = new Set<PublishedRequest>();
  /** Why the last one of the others failed. */
  #error: unknown;
  /** What `fetch` threw. */
  #thrown: unknown;

  constructor(method: string, url: string, signal: AbortSignal) {
    this.#method = method;
    this.#url = url;
    this.#signal = signal;
  }

  /** Runs `fetch`, and watches its request until {@link end}. Whatever goes wrong here, `fetch` runs. */
  async run(fetch: () => Promise<Response>): Promise<Response> {
    quietly(() => {
      subscribe(listener);
      this.#moveTo(idle);
    });
    try {
      const response = await this.#call(fetch);
      this.#learn();
      return response;
    } catch (thrown) {
      this.#thrown = thrown;
      throw thrown;
    }
  }

  end(): void {
    this.#moveTo(undefined);
  }

  /** Whether a byte of the request may have been sent, if `fetch` has returned no response. */
  async mayHaveSent(): Promise<boolean> {
    await this.#untilRejected();
    if (this.#isWritten) {
      return true;
    }
    if (isSilenceProof() && this.#group !== shared && (this.#isAborted() || this.#hasFailed())) {
      return false;
    }
    // What `fetch` throws after an abort is about the abort. While a request goes on, it's about another one.
    return this.#signal.aborted || this.#pending.size > 0 || mayHaveSentDespite(this.#thrown);
  }

  /** Whether a request has the method and the path of the attempt. A proxy gets the URL as the path. */
  isLike({ method, path }: PublishedRequest): boolean {
    this.#path ??= new URL(this.#url).pathname;
    return method === this.#method && (path === this.#path || path === this.#url);
  }

  /** A request of its own was made. */
  made(request: PublishedRequest): void {
    this.#pending.add(request);
    if (this.#group === idle) {
      this.#moveTo(sending);
    }
  }

  /** A request of its own failed. */
  failed(request: PublishedRequest, error: unknown): void {
    this.#pending.delete(request);
    this.#error = error;
    if (this.#group === sending && this.#pending.size === 0) {
      this.#moveTo(idle);
    }
  }

  /** Another request was made that may be the attempt's. */
  share(): void {
    this.#moveTo(shared);
  }

  /** A byte was written of its own request, or of one that may be. */
  wrote(): void {
    this.#isWritten = true;
    this.#moveTo(undefined);
  }

  #moveTo(group: Set<RequestWatch> | undefined): void {
    this.#group?.delete(this);
    this.#group = group?.add(this);
  }

  /** Calls `fetch`, which may itself call a client. */
  #call(fetch: () => Promise<Response>): Promise<Response> {
    const outer = calling;
    calling = this;
    try {
      return fetch();
    } finally {
      calling = outer;
    }
  }

  /** Learns from a response to its own request whether Node publishes what it writes. */
  #learn(): void {
    if (this.#pending.size > 0) {
      this.#isWritten ? earnTrust() : loseTrust();
    }
  }

  async #untilRejected(): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS && !this.#thrown; turn++) {
      await null;
    }
  }

  /** Whether our abort has ended the only request that goes on. Node reports that failure later. */
  #isAborted(): boolean {
    const { aborted, reason } = this.#signal;
    return aborted && this.#thrown === reason && this.#pending.size === 1;
  }

  /** Whether all of its requests have failed, the last one with what `fetch` threw. A refused tunnel's error is wrapped twice. */
  #hasFailed(): boolean {
    const { cause } = Object(this.#thrown);
    const isThrown = [cause, Object(cause).cause].includes(this.#error);
    return this.#pending.size === 0 && this.#error !== undefined && isThrown;
  }
}

const listener: RequestListener = {
  made(request) {
    const owner = calling?.isLike(request) ? calling : undefined;
    owners.set(request, owner);
    owner?.made(request);
    // A `fetch` that is being called may send a request that waited in a queue, but none for an attempt that has its own.
    for (const group of calling ? [idle] : [idle, sending]) {
      for (const watch of group) {
        if (watch.isLike(request)) {
          watch.share();
        }
      }
    }
  },
  wrote(request) {
    if (!owners.has(request)) {
      listener.made(request);
    }
    owners.get(request)?.wrote();
    for (const watch of shared) {
      if (watch.isLike(request)) {
        watch.wrote();
      }
    }
  },
  failed(request, error) {
    owners.get(request)?.failed(request, error);
  },
  isIdle: () => idle.size + sending.size + shared.size === 0,
};
