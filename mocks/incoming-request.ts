/** What the mock reads of a request. A `Request` is one; the HTTP server makes a lighter one. */
export interface IncomingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHeaders;
  /** Aborts when the caller no longer waits. */
  readonly signal: CallerSignal;
  /** The body. One beyond `MAX_BODY_BYTES` may come cut, so long as it stays beyond. */
  arrayBuffer(): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>>;
  /** Called where no answer will come, unless a reset or the caller ends the wait. */
  onHang?(): void;
}

/** The part of an `AbortSignal` that the mock needs. */
export interface CallerSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface IncomingHeaders extends Iterable<[string, string]> {
  get(name: string): string | null;
}

/** The interface is silent on limits of size. This one keeps the process from filling up. */
export const MAX_BODY_BYTES = 10 * 2 ** 20;
