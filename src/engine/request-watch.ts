/** The majors of undici, Node's `fetch`, whose silence was tried against bytes on sockets. CONTRIBUTING.md says how to add one. */
const TRIED_VERSIONS = /^[678]\./;

/** How long to stay subscribed after the last attempt: subscribing for each call takes a quarter of its time. */
const LINGER_MS = 1_000;

/** Whether silence proves anything: this undici was tried, or a response came to a request that was published as written. */
let isTried = false;

/** Whether silence proves nothing after all, for good: a response came to a request that wasn't published as written. */
let isRefuted = false;

/** The attempts that wait for a response. */
const waiting = /* @__PURE__ */ new Set<RequestWatch>();

/** The attempt whose `fetch` is being called and hasn't returned. */
let calling: RequestWatch | undefined;

/** The attempts that a request may belong to: the one whose `fetch` has made it, or those that a stranger's may serve. */
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
  /** Whether `fetch` has made a request before it returned, as Node's does. */
  isMade = false;
  /** Whether a byte was written of a request that may be this attempt's. */
  isWritten = false;
  /** The requests that may be this attempt's and haven't failed. Strangers make some, such as an interceptor that tries again. */
  readonly pending = new Set<object>();
  /** Why the last of them that failed did. */
  error: unknown;
  /** What `fetch` has thrown. */
  thrown: unknown;

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
      this.thrown = thrown;
      throw thrown;
    }
  }

  end(): void {
    waiting.delete(this);
  }

  /** Waits some turns for `fetch` to reject after an abort, since functions that wrap it delay that. */
  async untilRejected(): Promise<void> {
    for (let turn = 0; turn < 20 && !this.thrown; turn++) {
      await null;
    }
  }

  /** Whether silence proves that nothing was sent, nor will be: `fetch` and all requests are over, and none is written. */
  provesNothingWasSent(): boolean {
    return isTried && !isRefuted && this.isMade && (this.#isAborted() || this.#hasFailed());
  }

  /** Whether a request goes on although `fetch` has thrown, as when it sends to two hosts at once. */
  goesOn(): boolean {
    return this.isMade && this.pending.size > 0;
  }

  /** Whether `fetch` has thrown our abort, which ends the only request before anything else does. */
  #isAborted(): boolean {
    const { aborted, reason } = this.#signal;
    return aborted && this.thrown === reason && this.error === undefined && this.pending.size === 1;
  }

  /** Whether all requests have failed, and `fetch` has thrown the last error. Where a proxy refuses a tunnel, undici wraps it twice. */
  #hasFailed(): boolean {
    const { cause } = Object(this.thrown);
    return this.pending.size === 0 && [cause, Object(cause).cause].includes(this.error);
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
      isTried = true;
    } else if (this.isMade && this.error === undefined) {
      isRefuted = true;
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
  // undici 6, as a global dispatcher, publishes nothing before over HTTP/2.
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
  return watches.filter((watch) => isAtAny || isAtHost(watch) || (watch.isMade && watch.error !== undefined));
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
  isTried ||= TRIED_VERSIONS.test(undici);
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

/** Runs what must not change a call. If it fails, silence proves nothing. */
function quietly(run: () => void): void {
  try {
    run();
  } catch {
    isRefuted = true;
  }
}
