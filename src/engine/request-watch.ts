/** The module `node:diagnostics_channel`, on Node 20.16, 22.3 or later. */
let channels: Record<"subscribe" | "unsubscribe", (name: string, listener: Listener) => unknown> | undefined;

/** The attempt whose `fetch` is being called and hasn't returned. */
let calling: RequestWatch | undefined;

/** The attempts that wait for a response, by address: every request of the process is looked up here. */
const waiting = /* @__PURE__ */ new Map<string, Set<RequestWatch>>();

/** The attempts whose `fetch` has created a request. */
const creators = /* @__PURE__ */ new WeakMap<object, RequestWatch>();

/**
 * Watches whether the global `fetch` writes a byte of the request of an attempt. Node publishes what becomes of each request on
 * channels. Other runtimes publish nothing.
 */
export class RequestWatch {
  readonly address: string;
  /** Whether `fetch` has created a request before it returned, as Node's does. */
  isCreated = false;
  isWritten = false;
  /** Whether somebody has created another request to the same address, such as a replaced `fetch` that repeats this one. */
  isUncertain = false;
  /** Why the request has failed. */
  error: unknown;
  #hasRejected = false;

  constructor(method: string, url: string) {
    this.address = `${method} ${url}`;
  }

  /** Calls `fetch`, and watches its request until {@link end}. */
  fetch(url: string, init: RequestInit): Promise<Response> {
    // Bundles for browsers can't import the module. Node has this function from 20.16 and 22.3 on.
    channels = globalThis.process?.getBuiltinModule?.("node:diagnostics_channel");
    if (!channels) {
      return globalThis.fetch(url, init);
    }
    addWaiting(this);
    calling = this;
    try {
      const response = globalThis.fetch(url, init);
      Promise.resolve(response).catch(() => {
        this.#hasRejected = true;
      });
      return response;
    } finally {
      calling = undefined;
    }
  }

  end(): void {
    removeWaiting(this);
  }

  /**
   * After a failure, returns whether a byte was written or may still be, and `undefined` where nobody knows. No byte follows when
   * `fetch` has thrown the request's own error, or has rejected because the deadline aborted its signal.
   */
  async mayBeSent(thrown: { readonly error: unknown } | undefined): Promise<boolean | undefined> {
    if (this.isWritten || !this.isCreated || this.isUncertain) {
      return this.isWritten || undefined;
    }
    if (thrown || this.error) {
      return this.error && Object(thrown?.error).cause === this.error ? false : undefined;
    }
    // Some turns, since `fetch` is an asynchronous function, and so may be one that has replaced it.
    for (let turn = 0; turn < 20 && !this.#hasRejected; turn++) {
      await null;
    }
    return this.#hasRejected ? false : undefined;
  }
}

/** What Node publishes. The request is the same object each time. */
interface Published {
  readonly request: { readonly method: string; readonly origin: unknown; readonly path: string };
  readonly error: unknown;
}

type Listener = (published: unknown) => void;

const LISTENERS = {
  "undici:request:create": ({ request }: Published) => {
    if (calling && !calling.isCreated && calling.address === toAddress(request)) {
      calling.isCreated = true;
      creators.set(request, calling);
      return;
    }
    for (const watch of findWatches(request)) {
      watch.isUncertain = true;
    }
  },
  "undici:client:sendHeaders": onWrite,
  // undici 6, as a global dispatcher, publishes nothing before over HTTP/2.
  "undici:request:bodySent": onWrite,
  "undici:request:error": ({ request, error }: Published) => {
    const creator = creators.get(request);
    if (creator) {
      creator.error = error;
    }
  },
};

function onWrite({ request }: Published): void {
  for (const watch of findWatches(request)) {
    watch.isWritten = true;
  }
}

/** Returns the attempt whose `fetch` has created the request, or else all that wait at its address. */
function findWatches(request: Published["request"]): Iterable<RequestWatch> {
  const creator = creators.get(request);
  return creator ? [creator] : (waiting.get(toAddress(request)) ?? []);
}

const toAddress = ({ method, origin, path }: Published["request"]): string => `${method} ${origin}${path}`;

function addWaiting(watch: RequestWatch): void {
  if (waiting.size === 0) {
    listen("subscribe");
  }
  const watches = waiting.get(watch.address) ?? new Set();
  waiting.set(watch.address, watches.add(watch));
}

function removeWaiting(watch: RequestWatch): void {
  const watches = waiting.get(watch.address);
  if (watches?.delete(watch) && watches.size === 0) {
    waiting.delete(watch.address);
    if (waiting.size === 0) {
      listen("unsubscribe");
    }
  }
}

/** Listens only while an attempt waits, because Jest loads this module again for each file of tests. */
function listen(change: "subscribe" | "unsubscribe"): void {
  for (const [name, listener] of Object.entries(LISTENERS)) {
    channels?.[change](name, listener as Listener);
  }
}
