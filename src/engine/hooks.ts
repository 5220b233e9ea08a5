import type { PlantStoreApiError, PlantStoreError, PlantStoreResponseError } from "./errors.ts";

/** The attempt that a hook observes. The client adds the token later. */
export interface HookContext {
  /** Identifies the attempt, such as `"k3v9x0qa1f-1"`: unique in the process, and very likely beyond it. */
  readonly id: string;
  /** The number of the attempt: 1, or more after a retry. */
  readonly attempt: number;
  /** The method, such as `"POST"`. */
  readonly method: string;
  /** The URL, with the path of the operation. */
  readonly url: string;
  /** The headers of the attempt. `onRequest` may add to them in place. */
  readonly headers: Headers;
  /** The body, as JSON. */
  readonly body: string | undefined;
}

/** How an attempt ended. */
export interface AttemptEnd {
  /** The time since the first `onRequest` of the attempt, in milliseconds. */
  readonly durationMs: number;
  /** Whether the call may have created the plant so far, in this attempt or an earlier one. */
  readonly mayHaveBeenCreated: boolean;
}

/** A response whose body has arrived. */
export interface ResponseEnd extends AttemptEnd {
  /** The service's own response, which may quote the token. Its body has been read. */
  readonly response: Response;
  /** What is wrong with the response: an Error of the service, or neither a Plant nor an Error. Absent for a Plant. */
  readonly error?: PlantStoreApiError | PlantStoreResponseError | undefined;
}

/** What ended an attempt without a complete response. */
export interface ErrorEnd extends AttemptEnd {
  /** A lost connection, an abort, a timeout, or a function of yours that failed. */
  readonly error: PlantStoreError;
}

/**
 * Functions that observe each attempt. Use a custom `fetch` to replace a request or a response. The client calls `onRequest`
 * of the objects in order. Each object that it reached then gets one `onResponse` or `onError`, before the call settles.
 *
 * The client waits for hooks, except after an abort or a timeout. If a hook throws, the call rejects with a
 * {@link PlantStoreCallbackError}, and isn't retried.
 */
export interface Hooks {
  /** Called before an attempt is sent. Add headers to `headers`, such as a trace id. */
  onRequest?: ((context: HookContext) => void | Promise<void>) | undefined;
  /** Called when the body of a response has arrived, whatever its status. */
  onResponse?: ((context: HookContext & ResponseEnd) => void | Promise<void>) | undefined;
  /** Called when an attempt ends without a complete response. */
  onError?: ((context: HookContext & ErrorEnd) => void | Promise<void>) | undefined;
}
