import type { IncomingMessage, ServerResponse } from "node:http";
import { type IncomingHeaders, type IncomingRequest, MAX_BODY_BYTES } from "../incoming-request.ts";
import { OwnSignal } from "../own-signal.ts";

/** A request on the wire as the core reads it, much lighter than a `Request`, with the response that answers it. */
export class Exchange implements IncomingRequest {
  readonly method: string;
  /** The request's target as it was sent, most often a path. */
  readonly target: string;
  readonly url: string;
  readonly headers: WireHeaders;
  readonly signal = new OwnSignal();
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** Whether nothing is left to wait for: no answer will come by itself, or it went out and the client still sends. */
  hangs = false;
  /** Whether the connection ends with this answer. */
  isLast = false;

  constructor(url: string, incoming: IncomingMessage, response: ServerResponse) {
    const { method = "GET", url: target = "/" } = incoming;
    this.method = method;
    this.target = target;
    this.url = url;
    this.headers = new WireHeaders(incoming.headers);
    this.incoming = incoming;
    this.response = response;
  }

  arrayBuffer(): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
    return new Promise((resolve) => {
      const { incoming } = this;
      if (Number(incoming.headers["content-length"]) > MAX_BODY_BYTES) {
        resolve(oversized());
        return;
      }
      let first: Buffer<ArrayBuffer> | undefined;
      let rest: Buffer[] | undefined;
      let size = 0;
      incoming.on("data", (chunk: Buffer<ArrayBuffer>) => {
        size += chunk.byteLength;
        if (size > MAX_BODY_BYTES) {
          rest = undefined;
          resolve(oversized());
        } else if (first === undefined) {
          first = chunk;
        } else {
          rest ??= [first];
          rest.push(chunk);
        }
      });
      incoming.on("end", () => resolve(rest ? Buffer.concat(rest, size) : (first ?? NO_BYTES)));
    });
  }

  onHang(): void {
    this.hangs = true;
    if (this.isLast) {
      this.incoming.socket.destroy();
    }
  }

  /** The client has gone. */
  abandon(): void {
    this.signal.abort("The client has gone.");
  }
}

const NO_BYTES = new Uint8Array(0);

let zeros: Uint8Array<ArrayBuffer> | undefined;

/** In place of a body that is too large: nobody reads it, only its size. */
function oversized(): Uint8Array<ArrayBuffer> {
  zeros ??= new Uint8Array(MAX_BODY_BYTES + 1);
  return zeros;
}

/** The header fields as node:http gives them. They outlive the request: the recorder keeps them. */
class WireHeaders implements IncomingHeaders {
  readonly #fields: IncomingMessage["headers"];

  constructor(fields: IncomingMessage["headers"]) {
    this.#fields = fields;
  }

  get(name: string): string | null {
    const value = this.#fields[name];
    return value === undefined ? null : String(value);
  }

  *[Symbol.iterator](): Iterator<[string, string]> {
    for (const [name, value] of Object.entries(this.#fields)) {
      yield [name, String(value)];
    }
  }
}
