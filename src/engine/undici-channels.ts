/** The major versions of undici, Node's `fetch`, whose events were compared with the bytes on sockets. See CONTRIBUTING.md. */
const TRIED_VERSIONS = /^[678]\./;

/** How long to stay subscribed after the last attempt: subscribing for each call takes a quarter of its time. */
const LINGER_MS = 1_000;

/** A request, as Node publishes it: the same object each time. */
export interface PublishedRequest {
  readonly method: string;
  readonly path: string;
}

/** Receives what Node publishes about every request in the process. */
export interface RequestListener {
  made(request: PublishedRequest): void;
  wrote(request: PublishedRequest): void;
  failed(request: PublishedRequest, error: unknown): void;
  /** Whether an attempt still needs the channels. */
  isNeeded(): boolean;
}

/** The channels, and what each says about a request. */
const EVENTS = {
  "undici:request:create": "made",
  "undici:client:sendHeaders": "wrote",
  // undici 6 publishes no headers over HTTP/2.
  "undici:request:bodySent": "wrote",
  "undici:request:error": "failed",
} as const;

/** Whether silence about a request proves that no byte of it was written. `undefined` until there is evidence. */
let isProof: boolean | undefined;

export const isSilenceProof = (): boolean => isProof === true;

/** Adds evidence. Evidence against the proof outweighs all other, before or after. */
export function addEvidence(supports: boolean): void {
  isProof = supports && isProof !== false;
}

/** Runs code that must not change a call. If it throws, silence proves nothing anymore. */
export function quietly<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    addEvidence(false);
    return undefined;
  }
}

/**
 * Ends the subscription. It's a timer of `node:timers`, because the fake timers of Vitest and Jest don't replace that. Those of
 * node:test and Sinon do: then the client may stay subscribed, which is harmless.
 */
let endTimer: NodeJS.Timeout | undefined;

/**
 * Subscribes until {@link LINGER_MS} after the last call of this function. A permanent subscription would leak in Jest, which loads
 * this module for each test file. Only Node publishes these events.
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
    addEvidence(true);
  }
  // Bundles for browsers can't import modules of Node. Node has this function from 20.16 and 22.3 on.
  const channels = globalThis.process.getBuiltinModule("node:diagnostics_channel");
  const onPublish = (published: unknown, channel: PropertyKey): void =>
    quietly(() => {
      const { request, error } = published as { readonly request: PublishedRequest; readonly error: unknown };
      listener[EVENTS[channel as keyof typeof EVENTS]](request, error);
    });
  const unsubscribe = (): void => {
    if (listener.isNeeded()) {
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
