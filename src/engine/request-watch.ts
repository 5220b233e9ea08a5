import type { BuiltRequest } from "./call.ts";
import { mayHaveSentDespite } from "./connect-failures.ts";
import {
  addEvidence,
  isSilenceProof,
  type PublishedRequest,
  quietly,
  type RequestListener,
  subscribe,
} from "./undici-channels.ts";

/**
 * How many microtasks to wait for `fetch` to reject after an abort, since the deadline doesn't wait for it. Each `async` function
 * around `fetch` delays that by one, or by two if its `finally` awaits something.
 */
const MAX_MICROTASKS = 20;

// Attempts that wait for a response, each in one set:
//
//   idle          -> sending  when a request of its own is made, and back when all of them have failed
//   idle, sending -> shared   when another request is made that may be the attempt's, or its own that may be a queued attempt's
//   idle, sending -> none     when a byte of its own request is written
//   shared        -> written  when a byte of its own request, or of one that may be the attempt's, is written
//   any           -> none     when it ends
//
// So the requests of n attempts are compared n times, and not n² times.

/** Attempts without a request in progress. */
const idle = /* @__PURE__ */ new Set<RequestWatch>();

/** Attempts with a request of their own in progress, of which no byte was written. */
const sending = /* @__PURE__ */ new Set<RequestWatch>();

/** Attempts that another request may belong to. */
const shared = /* @__PURE__ */ new Set<RequestWatch>();

/** Attempts of which a byte may have been written by a request that isn't known to be theirs. */
const written = /* @__PURE__ */ new Set<RequestWatch>();

/** The attempt whose `fetch` is being called and hasn't returned. */
let calling: RequestWatch | undefined;

/** The attempt that each request belongs to, or `undefined` for a request that wasn't made while its `fetch` was being called. */
const owners = /* @__PURE__ */ new WeakMap<PublishedRequest, RequestWatch | undefined>();

/**
 * Watches whether a byte of an attempt's request is written. Node publishes what happens to the requests of the process, but not
 * whose they are. A request that is made while the `fetch` of an attempt is being called is the attempt's own. Another one with
 * the same method and path, such as a second try of an interceptor, may belong to an attempt that waits.
 */
export class RequestWatch {
  readonly #request: BuiltRequest;
  readonly #signal: AbortSignal;
  #path: string | undefined;
  /** The set that the attempt is in. */
  #group: Set<RequestWatch> | undefined;
  #mayBeWritten = false;
  /** Its own requests that are in progress. */
  readonly #pending = new Set<PublishedRequest>();
  /** The error of its own request that failed last. */
  #error: unknown;
  /** What `fetch` threw. */
  #thrown: unknown;

  constructor(request: BuiltRequest, signal: AbortSignal) {
    this.#request = request;
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
      quietly(() => this.#learnFrom(response));
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
    for (let count = 0; count < MAX_MICROTASKS && !this.#thrown; count++) {
      await null;
    }
    if (this.#mayBeWritten) {
      return true;
    }
    if (isSilenceProof() && this.#group !== shared && quietly(() => this.#hasEnded())) {
      return false;
    }
    // After an abort, or while its own request is in progress, what was thrown says nothing about that request.
    return this.#signal.aborted || this.#pending.size > 0 || mayHaveSentDespite(this.#thrown);
  }

  /** Whether a request has the method and the path of the attempt. One through a proxy has the whole URL as its path. */
  isLike({ method, path }: PublishedRequest): boolean {
    const { url } = this.#request;
    this.#path ??= new URL(url).pathname;
    const [withoutQuery] = path.split("?", 1);
    return method === this.#request.method && (withoutQuery === this.#path || path === url);
  }

  /** A request of its own was made. */
  ownMade(request: PublishedRequest): void {
    this.#pending.add(request);
    if (this.#group === idle) {
      this.#moveTo(sending);
    }
  }

  /** A request of its own failed. */
  ownFailed(request: PublishedRequest, error: unknown): void {
    this.#pending.delete(request);
    this.#error = error;
    if (this.#group === sending && this.#pending.size === 0) {
      this.#moveTo(idle);
    }
  }

  /** A request was made that may be the attempt's. */
  share(): void {
    this.#moveTo(shared);
  }

  /** A byte was written of its own request, or of one that may be the attempt's. */
  mayHaveWritten(): void {
    if (!this.#mayBeWritten) {
      this.#mayBeWritten = true;
      this.#moveTo(this.#group === shared ? written : undefined);
    }
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

  /** A response from its URL while its own request is in progress shows whether Node publishes what it writes. */
  #learnFrom(response: Response): void {
    if (this.#pending.size > 0 && response.url === this.#request.url) {
      addEvidence(this.#mayBeWritten);
    }
  }

  /** Whether its own requests have ended: our abort has ended the last one, or all have failed, the last with what was thrown. */
  #hasEnded(): boolean {
    const { aborted, reason } = this.#signal;
    if (this.#pending.size > 0) {
      // Node publishes the failure later.
      return this.#pending.size === 1 && aborted && this.#thrown === reason;
    }
    // If a proxy refuses a tunnel, `fetch` wraps the error twice.
    const { cause } = Object(this.#thrown);
    return this.#error !== undefined && [cause, Object(cause).cause].includes(this.#error);
  }
}

/** Finds the attempts in some sets that a request may belong to. */
function* findLike(request: PublishedRequest, ...groups: ReadonlySet<RequestWatch>[]): Generator<RequestWatch> {
  for (const group of groups) {
    for (const watch of group) {
      if (watch.isLike(request)) {
        yield watch;
      }
    }
  }
}

const listener: RequestListener = {
  made(request) {
    const owner = calling?.isLike(request) ? calling : undefined;
    owners.set(request, owner);
    owner?.ownMade(request);
    // A `fetch` that is being called may start what waits in a queue. While another attempt may wait there, nobody can tell whose a
    // request is. One that is sending has made its request: if it counted, calls at once would put each other in doubt.
    const [queued] = owner ? findLike(request, idle, shared, written) : [];
    if (queued) {
      owner?.share();
    }
    for (const watch of calling ? findLike(request, idle) : findLike(request, idle, sending)) {
      watch.share();
    }
  },
  wrote(request) {
    // If its making wasn't published, it may be any attempt's.
    if (!owners.has(request)) {
      listener.made(request);
    }
    owners.get(request)?.mayHaveWritten();
    for (const watch of findLike(request, shared)) {
      watch.mayHaveWritten();
    }
  },
  failed(request, error) {
    owners.get(request)?.ownFailed(request, error);
  },
  isNeeded: () => [idle, sending, shared].some(({ size }) => size > 0),
};
