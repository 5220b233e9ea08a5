import type { ByteBuffer } from "../../shared/read-body.ts";

/** Who leaves when its signal aborts: a `Request`, the options of a call, or a connection. */
export interface Caller {
  readonly signal?: AbortSignal | null | undefined;
}

/** What has arrived of a request first. Each transport reads its own into this form. */
export interface RequestHead {
  readonly method: string;
  readonly url: string;
  /** The headers, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: Caller;
}

/** The bytes of a body, unless it has more than 1 MiB. */
export type RequestBody = Uint8Array<ArrayBuffer> | "too large";

export const toRequestBody = (buffer: ByteBuffer): RequestBody => (buffer.isTooLarge ? "too large" : buffer.toBytes());

/** A request whose body may still be arriving. */
export interface ArrivingRequest extends RequestHead {
  /** Reads the body, until the signal aborts. Resolves to `undefined` if it breaks off. */
  readonly readBody: (stop: Caller) => Promise<RequestBody | undefined>;
}

/** A request to an operation that has arrived whole. */
export interface MockRequest extends RequestHead {
  readonly body: RequestBody;
}
