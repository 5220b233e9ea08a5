/** The majors of undici, Node's `fetch`, that were tried against bytes on sockets. CONTRIBUTING.md says how to add one. */
const TRIED_VERSIONS = /^[678]\./;

/** How long to stay subscribed after the last attempt: subscribing for each call takes a quarter of its time. */
const LINGER_MS = 1_000;

/** A request, as Node publishes it: the same object each time. */
export interface PublishedRequest {
  readonly method: string;
  readonly path: string;
}

/** Gets what Node publishes of every request in the process. */
export interface RequestListener {
  made(request: PublishedRequest): void;
  wrote(request: PublishedRequest): void;
  failed(request: PublishedRequest, error: unknown): void;
  /** Whether there is nothing to listen for. */
  isIdle(): boolean;
}

/** The channels, and what each says of a request. */
const EVENTS = {
  "undici:request:create": "made",
  "undici:client:sendHeaders": "wrote",
  // undici 6, as a global dispatcher over HTTP/2, publishes no headers.
  "undici:request:bodySent": "wrote",
  "undici:request:error": "failed",
} as const;

/**
 * Whether silence about a request proves that it wasn't written: "earned" if this undici was tried, or once a response came to a
 * request that was published as written. "lost" for good once one came to a request that wasn't, or if anything here fails.
 */
let trust: "none" | "earned" | "lost" = "none";

export const isSilenceProof = (): boolean => trust === "earned";

export function earnTrust(): void {
  if (trust === "none") {
    trust = "earned";
  }
}

export function loseTrust(): void {
  trust = "lost";
}

/** Runs what must not change a call. */
export function quietly(run: () => void): void {
  try {
    run();
  } catch {
    loseTrust();
  }
}

/**
 * Ends the subscription. A timer of Node's module, which the fake timers of Vitest and Jest leave alone. Those of node:test and
 * Sinon replace it too: then the subscription stays, which harms nothing.
 */
let endTimer: NodeJS.Timeout | undefined;

/**
 * Subscribes until {@link LINGER_MS} after the last call of this function. Not for good, because Jest loads this module for each
 * test file. Other runtimes than Node publish nothing.
 */
export function subscribe(listener: RequestListener): void {
  if (endTimer) {
    endTimer.refresh();
    return;
  }
  const { undici } = globalThis.process?.versions ?? {};
  if (!undici) {
    return;
  }
  if (TRIED_VERSIONS.test(undici)) {
    earnTrust();
  }
  // Bundles for browsers can't import modules of Node. Node has this function from 20.16 and 22.3 on.
  const channels = globalThis.process.getBuiltinModule("node:diagnostics_channel");
  const onPublish = (published: unknown, channel: PropertyKey): void =>
    quietly(() => {
      const { request, error } = published as { readonly request: PublishedRequest; readonly error: unknown };
      listener[EVENTS[channel as keyof typeof EVENTS]](request, error);
    });
  const unsubscribe = (): void => {
    if (!listener.isIdle()) {
      endTimer?.refresh();
      return;
    }
    endTimer = undefined;
    for (const channel of Object.keys(EVENTS)) {
      channels.unsubscribe(channel, onPublish);
    }
  };
  endTimer = globalThis.process.getBuiltinModule("node:timers").setTimeout(() => quietly(unsubscribe), LINGER_MS);
  endTimer.unref();
  for (const channel of Object.keys(EVENTS)) {
    channels.subscribe(channel, onPublish);
  }
}
