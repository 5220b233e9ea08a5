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

// The attempts that wait for a response, by what is known of their requests. Each is in one of these sets, and in none once a byte
// of its request counts as written, so that all of them together cost no more than each of them once.

/** Those that have no request which goes on. */
const idle = /* @__PURE__ */ new Set<RequestWatch>();

/** Those that have one. */
const sending = /* @__PURE__ */ new Set<RequestWatch>();

/** Those that may have sent a request which isn't known to be theirs. */
const shared = /* @__PURE__ */ new Set<RequestWatch>();

/** The attempt whose `fetch` is being called and hasn't returned. */
let calling: RequestWatch | undefined;

/** The requests that were made, each with the attempt whose `fetch` was being called, if there was one. */
const owners = /* @__PURE__ */ new WeakMap<PublishedRequest, RequestWatch | undefined>();

/**
 * Watches whether the request of an attempt is written. Node publishes what becomes of the requests of the process, but not which
 * attempt each belongs to: one that is made while the `fetch` of an attempt is being called is that attempt's own. Any other one
 * with the same method and path, such as an interceptor's second try, may belong to each attempt that waits. Whatever goes wrong
 * here, the attempt goes on, and silence proves nothing.
 */
export class RequestWatch {
  readonly #method: string;
  readonly #url: string;
  readonly #signal: AbortSignal;
  #path: string | undefined;
  /** The set that the attempt is in. */
  #group: Set<RequestWatch> | undefined;
  #isShared = false;
  #isWritten = false;
  /** The attempt's own requests that haven't failed. */
  readonly #pending = new Set<PublishedRequest>();
  #hasMade = false;
  /** Why its own request that failed last did. */
  #error: unknown;
  /** What `fetch` threw. */
  #thrown: unknown;

  constructor(method: string, url: string, signal: AbortSignal) {
    this.#method = method;
    this.#url = url;
    this.#signal = signal;
  }

  /** Runs `fetch`, and watches its request until {@link end}. */
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
    if (this.#hasMade && !this.#isShared && isSilenceProof() && (this.#isAborted() || this.#hasFailed())) {
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

  /** The attempt's own request was made. */
  made(request: PublishedRequest): void {
    this.#hasMade = true;
    this.#pending.add(request);
    if (this.#group === idle) {
      this.#moveTo(sending);
    }
  }

  /** A byte was written of a request that may be the attempt's. */
  wrote(): void {
    this.#isWritten = true;
    this.#moveTo(undefined);
  }

  /** The attempt's own request failed. */
  failed(request: PublishedRequest, error: unknown): void {
    this.#error = error;
    this.#pending.delete(request);
    if (this.#group === sending && this.#pending.size === 0) {
      this.#moveTo(idle);
    }
  }

  /** A request was made that may be the attempt's. */
  share(): void {
    this.#isShared = true;
    this.#moveTo(shared);
  }

  #moveTo(group: Set<RequestWatch> | undefined): void {
    this.#group?.delete(this);
    this.#group = group?.add(this);
  }

  /** Calls `fetch`, which may itself make a call. */
  #call(fetch: () => Promise<Response>): Promise<Response> {
    const outer = calling;
    calling = this;
    try {
      return fetch();
    } finally {
      calling = outer;
    }
  }

  #learn(): void {
    if (this.#hasMade && this.#isWritten) {
      earnTrust();
    } else if (this.#pending.size > 0) {
      loseTrust();
    }
  }

  /** Waits some turns, since the deadline doesn't wait for `fetch` to reject after an abort, and functions around it delay that. */
  async #untilRejected(): Promise<void> {
    for (let turn = 0; turn < 20 && !this.#thrown; turn++) {
      await null;
    }
  }

  /** Whether our abort has ended `fetch`, whose only request hasn't failed yet. Node reports that failure later. */
  #isAborted(): boolean {
    const { aborted, reason } = this.#signal;
    return aborted && this.#thrown === reason && this.#error === undefined && this.#pending.size === 1;
  }

  /** Whether all requests have failed, and `fetch` has thrown the last error. Where a proxy refuses a tunnel, undici wraps it twice. */
  #hasFailed(): boolean {
    const { cause } = Object(this.#thrown);
    return this.#pending.size === 0 && [cause, Object(cause).cause].includes(this.#error);
  }
}

const listener: RequestListener = {
  made(request) {
    const owner = calling?.isLike(request) ? calling : undefined;
    owners.set(request, owner);
    owner?.made(request);
    // A `fetch` that is being called may send what another attempt waits for, as a queue does, but not what it sends itself.
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
