import { mayHaveSentDespite } from "./connect-failures.ts";

/** The majors of undici, Node's `fetch`, that were tried against bytes on sockets. CONTRIBUTING.md says how to add one. */
const TRIED_VERSIONS = /^[678]\./;

/** How long to stay subscribed after the last attempt: subscribing for each call takes a quarter of its time. */
const LINGER_MS = 1_000;

/**
 * Whether silence about a request proves that it wasn't written: if this undici was tried, or once a response came to a request
 * that was published as written. Lost for good if one came to a request that wasn't.
 */
let trust: "none" | "earned" | "lost" = "none";

function earnTrust(): void {
  if (trust === "none") {
    trust = "earned";
  }
}

/** The attempts that wait for a response. */
const waiting = /* @__PURE__ */ new Set<RequestWatch>();

/** The attempt whose `fetch` is being called and hasn't returned. */
let calling: RequestWatch | undefined;

/**
 * The attempts that a request may belong to. One that is made while the `fetch` of an attempt is being called belongs to that
 * attempt. Any other is a stranger's, such as an interceptor's second try, and may belong to several.
 */
const owners = /* @__PURE__ */ new WeakMap<object, readonly RequestWatch[]>();

/**
 * Watches the request of an attempt. Node publishes when its `fetch` makes a request, writes it and fails, and other runtimes
 * publish nothing. Whatever goes wrong here, the attempt goes on, and silence proves nothing.
 */
export class RequestWatch {
  readonly #method: string;
  readonly #url: string;
  readonly #signal: AbortSignal;
  #path = "";
  origin = "";
  /** Whether `fetch` made a request while it was being called, as Node's does. */
  isMade = false;
  /** Whether a byte was written of a request that may be this attempt's. */
  isWritten = false;
  /** The requests that may be this attempt's and haven't failed. */
  readonly pending = new Set<object>();
  /** Why the last of them that failed did. */
  error: unknown;
  #thrown: unknown;

  constructor(method: string, url: string, signal: AbortSignal) {
    this.#method = method;
    this.#url = url;
    this.#signal = signal;
  }

  /** Runs `fetch`, and watches its request until {@link end}. */
  async run(fetch: () => Promise<Response>): Promise<Response> {
    quietly(() => this.#start());
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
    waiting.delete(this);
  }

  /** Whether a byte of the request may have been sent, if `fetch` has returned no response. */
  async mayHaveSent(): Promise<boolean> {
    await this.#untilRejected();
    if (this.isWritten) {
      return true;
    }
    if (trust === "earned" && this.isMade && (this.#isAborted() || this.#hasFailed())) {
      return false;
    }
    // What `fetch` throws after an abort is about the abort. While a request goes on, it's about another one.
    return this.#signal.aborted || this.#goesOn() || mayHaveSentDespite(this.#thrown);
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
    return aborted && this.#thrown === reason && this.error === undefined && this.pending.size === 1;
  }

  /** Whether all requests have failed, and `fetch` has thrown the last error. Where a proxy refuses a tunnel, undici wraps it twice. */
  #hasFailed(): boolean {
    const { cause } = Object(this.#thrown);
    return this.pending.size === 0 && [cause, Object(cause).cause].includes(this.error);
  }

  /** Whether a request goes on although `fetch` has thrown, as when it sends to two hosts at once. */
  #goesOn(): boolean {
    return this.isMade && this.pending.size > 0;
  }

  /** Whether a request may be this attempt's. An interceptor may replace the host by an address, a proxy the path by the URL. */
  isLike({ method, path }: PublishedRequest): boolean {
    return method === this.#method && (path === this.#path || path === this.#url);
  }

  #start(): void {
    const { undici } = globalThis.process?.versions ?? {};
    if (undici) {
      subscribe(undici);
      // React Native's URL lacks these members.
      const { origin, pathname } = new URL(this.#url);
      this.origin = origin;
      this.#path = pathname;
      waiting.add(this);
    }
  }

  /** Calls `fetch`. What is made before it returns is this attempt's request. */
  #call(fetch: () => Promise<Response>): Promise<Response> {
    calling = this;
    try {
      return fetch();
    } finally {
      calling = undefined;
    }
  }

  #learn(): void {
    if (this.isMade && this.isWritten) {
      earnTrust();
    } else if (this.isMade && this.error === undefined) {
      trust = "lost";
    }
  }
}

/** What Node publishes. The request is the same object each time. */
interface Published {
  readonly request: PublishedRequest;
  readonly error: unknown;
}

interface PublishedRequest {
  readonly method: string;
  readonly origin: unknown;
  readonly path: string;
}

const HANDLERS: Readonly<Record<string, (published: Published) => void>> = {
  "undici:request:create": ({ request }) => {
    const maker = calling?.isLike(request) ? calling : undefined;
    const watches = maker ? [maker] : findWatches(request);
    owners.set(request, watches);
    for (const { pending } of watches) {
      pending.add(request);
    }
    if (maker) {
      maker.isMade = true;
    }
  },
  "undici:client:sendHeaders": onWrite,
  // undici 6, as a global dispatcher over HTTP/2, publishes no headers.
  "undici:request:bodySent": onWrite,
  "undici:request:error": ({ request, error }) => {
    for (const watch of owners.get(request) ?? []) {
      watch.error = error;
      watch.pending.delete(request);
    }
  },
};

function onWrite({ request }: Published): void {
  for (const watch of owners.get(request) ?? findWatches(request)) {
    watch.isWritten = true;
  }
}

/**
 * Finds the attempts that a stranger's request may serve: those that wait at its host, or if none does there, at any. Also those
 * whose request has failed while `fetch` goes on, since it may turn to another host.
 */
function findWatches(request: PublishedRequest): readonly RequestWatch[] {
  const watches = [...waiting].filter((watch) => watch.isLike(request));
  const isAtHost = ({ origin }: RequestWatch) => origin === request.origin;
  const isAtAny = !watches.some(isAtHost);
  const mayTurn = ({ error }: RequestWatch) => error !== undefined;
  return watches.filter((watch) => isAtAny || isAtHost(watch) || mayTurn(watch));
}

const onPublish = (published: unknown, channel: PropertyKey): void =>
  quietly(() => HANDLERS[String(channel)]?.(published as Published));

/** Ends the subscription. A timer of Node's module, since fake timers leave those alone. */
let endTimer: NodeJS.Timeout | undefined;

/** Subscribes for {@link LINGER_MS} and while an attempt waits. Not for good, because Jest loads this module for each test file. */
function subscribe(undici: string): void {
  if (endTimer) {
    endTimer.refresh();
    return;
  }
  if (TRIED_VERSIONS.test(undici)) {
    earnTrust();
  }
  // Bundles for browsers can't import modules of Node. Node has this function from 20.16 and 22.3 on.
  const channels = globalThis.process.getBuiltinModule("node:diagnostics_channel");
  const unsubscribe = (): void => {
    if (waiting.size > 0) {
      endTimer?.refresh();
      return;
    }
    endTimer = undefined;
    for (const channel of Object.keys(HANDLERS)) {
      channels.unsubscribe(channel, onPublish);
    }
  };
  endTimer = globalThis.process.getBuiltinModule("node:timers").setTimeout(() => quietly(unsubscribe), LINGER_MS);
  endTimer.unref();
  for (const channel of Object.keys(HANDLERS)) {
    channels.subscribe(channel, onPublish);
  }
}

/** Runs what must not change a call. If it fails, silence proves nothing any more. */
function quietly(run: () => void): void {
  try {
    run();
  } catch {
    trust = "lost";
  }
}
