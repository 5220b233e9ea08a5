import type { IncomingMessage, ServerResponse } from "node:http";
import type { NewPlant } from "../../src/schemas.ts";
import { MAX_BODY_BYTES } from "../../src/shared/limits.ts";
import { ByteBuffer } from "../../src/shared/read-body.ts";
import { LightSignal } from "../abort.ts";
import type { MockHeaders, MockRequest } from "../messages.ts";

export class WireRequest implements MockRequest {
  readonly method: string;
  readonly target: string;
  readonly url: string;
  readonly headers: WireHeaders;
  readonly signal = new LightSignal();
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** Whether `close` needn't wait: no response is coming, or it was sent and the client still uploads. */
  isStalled = false;
  isLast = false;
  newPlant: NewPlant | undefined;

  constructor(url: string, incoming: IncomingMessage, response: ServerResponse) {
    const { method = "GET", url: target = "/" } = incoming;
    this.method = method;
    this.target = target;
    this.url = url;
    this.headers = new WireHeaders(incoming.headers);
    this.incoming = incoming;
    this.response = response;
  }

  get path(): string {
    const end = this.target.indexOf("?");
    return end === -1 ? this.target : this.target.slice(0, end);
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.target.slice(this.path.length));
  }

  /** Never settles when the client leaves. */
  readBody(): Promise<Uint8Array | undefined> {
    const { incoming } = this;
    return new Promise((resolve) => {
      if (Number(incoming.headers["content-length"]) > MAX_BODY_BYTES) {
        resolve(undefined);
        return;
      }
      const buffer = new ByteBuffer();
      incoming.on("data", (chunk: Uint8Array) => {
        buffer.append(chunk);
        if (buffer.isTooLarge) {
          resolve(undefined);
        }
      });
      incoming.on("end", () => resolve(buffer.toBytes()));
    });
  }

  onNewPlant(newPlant: NewPlant): void {
    this.newPlant = newPlant;
  }

  onHang(): void {
    this.isStalled = true;
    if (this.isLast) {
      this.incoming.socket.destroy();
    }
  }

  abort(): void {
    this.signal.abort("The client closed the connection.");
  }
}

class WireHeaders implements MockHeaders {
  readonly #fields: IncomingMessage["headers"];

  constructor(fields: IncomingMessage["headers"]) {
    this.#fields = fields;
  }

  get(name: string): string | null {
    const value = this.#fields[name];
    return value === undefined ? null : String(value);
  }

  forEach(callback: (value: string, name: string) => void): void {
    for (const name in this.#fields) {
      callback(String(this.#fields[name]), name);
    }
  }

  *[Symbol.iterator](): Iterator<[string, string]> {
    for (const [name, value] of Object.entries(this.#fields)) {
      yield [name, String(value)];
    }
  }
}
