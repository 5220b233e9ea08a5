/**
 * Watches whether the global `fetch` sends the request of an attempt. Node publishes a request when it creates it, which is
 * before `fetch` returns, and again just before it writes the first byte. It doesn't write a request that was aborted before.
 * Other runtimes publish nothing.
 */
export class RequestWatch {
  /** Whether a byte of the request was written. `undefined` where nobody knows. */
  wasSent: boolean | undefined;
  readonly address: string;

  constructor(method: string, url: string) {
    this.address = `${method} ${url}`;
  }

  /** Calls `fetch`, and watches its request until {@link end}. */
  fetch(url: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Response> {
    // Node below 20.16 has no access to its modules without an import, which bundles for browsers can't have.
    if (!globalThis.process?.getBuiltinModule) {
      return globalThis.fetch(url, init);
    }
    addWaiting(this);
    calling = this;
    try {
      return globalThis.fetch(url, init);
    } finally {
      calling = undefined;
      const { getEventListeners } = process.getBuiltinModule("node:events");
      if (getEventListeners(init.signal, "abort").length === 0) {
        // A replaced `fetch` that drops the signal may send the request after an abort.
        this.doubt();
      }
    }
  }

  /** Notes that something else may send the request too. */
  doubt(): void {
    this.wasSent ||= undefined;
  }

  end(): void {
    removeWaiting(this);
  }
}

/** The attempt whose `fetch` is being called and hasn't returned. */
let calling: RequestWatch | undefined;

/** The attempts whose `fetch` created a request. */
const creators = /* @__PURE__ */ new WeakMap<object, RequestWatch>();

/** The attempts that wait for a response, by address: every request of the process is looked up here. */
const waiting = /* @__PURE__ */ new Map<string, Set<RequestWatch>>();

/** What Node publishes of a request: the same object each time. */
interface Published {
  readonly request: { readonly method: string; readonly origin: unknown; readonly path: string };
}

function onCreate(message: unknown): void {
  const { request } = message as Published;
  const address = `${request.method} ${request.origin}${request.path}`;
  if (calling?.address === address) {
    calling.wasSent ??= false;
    creators.set(request, calling);
    return;
  }
  // Perhaps a replaced `fetch` repeats a request.
  for (const watch of waiting.get(address) ?? []) {
    watch.doubt();
  }
}

function onSendHeaders(message: unknown): void {
  const watch = creators.get((message as Published).request);
  if (watch) {
    watch.wasSent = true;
  }
}

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
  const channels = process.getBuiltinModule("node:diagnostics_channel");
  channels[change]("undici:request:create", onCreate);
  channels[change]("undici:client:sendHeaders", onSendHeaders);
}
