import type { ByteBuffer } from "../../src/shared/read-body.ts";
import type { Redact } from "../../src/shared/redact.ts";

/** What the mock reads of a request. Each transport has its own. */
export interface MockRequest {
  readonly method: string;
  readonly url: string;
  /** The headers, with sorted names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Redacts the token of the request, in its record, the log and messages. */
  readonly redact: Redact;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
  /** Returns the body, or a promise of it if it is still arriving. Stops reading when `stop` is aborted. */
  readBody(stop?: { readonly aborted: boolean }): ByteBuffer | Promise<ByteBuffer>;
}
