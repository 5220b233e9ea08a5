import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { ByteBuffer } from "../../src/shared/read-body.ts";
import { LightSignal } from "../abort.ts";
import type { App } from "../app/app.ts";
import { AppRequest, type Route, stripBasePath } from "../app/request.ts";
import type { MockHeaders } from "../messages.ts";

export type Incoming = IncomingMessage | Http2ServerRequest;
export type Outgoing = ServerResponse | Http2ServerResponse;

/** What a server's request has. Connect and Express keep the original URL when they remove a part of it. */
interface RequestLine {
  readonly method: string;
  readonly url: string;
  readonly originalUrl?: string;
}

const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i;

/** HTTP/2 resets a stream with this code, INTERNAL_ERROR, where HTTP/1.1 closes the connection. */
const RESET_CODE = 2;

/** A request of node:http, or of the compatibility API of node:http2. */
export class WireRequest extends AppRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: WireHeaders;
  readonly target: string;
  readonly signal = new LightSignal();
  readonly incoming: Incoming;
  readonly response: Outgoing;
  readonly isHttp2: boolean;
  readonly #basePath: string;
  /** Whether the connection ends after this request. */
  isLast = false;
  /** Whether the response is coming or being sent, so that a server that closes waits for it. */
  isResponding = true;

  constructor(app: App, incoming: Incoming, response: Outgoing, defaultHost: string) {
    super(app.bodies);
    const { method, url, originalUrl = url, headers } = incoming as Incoming & RequestLine;
    this.incoming = incoming;
    this.response = response;
    this.isHttp2 = incoming.httpVersionMajor === 2;
    this.method = method;
    this.headers = new WireHeaders(this.isHttp2 ? toHttp1Headers(headers) : headers);
    this.target = stripBasePath(url, app.basePath);
    this.#basePath = findMountPath(originalUrl, url) + app.basePath;
    this.url = this.#toUrl(app, originalUrl, defaultHost);
  }

  get route(): Route {
    return {
      scheme: this.#scheme,
      host: this.headers.get("host") ?? "",
      address: this.incoming.socket.remoteAddress,
      basePath: this.#basePath,
    };
  }

  /** Whether the client left before the mock was called, which no event reports. */
  get hasLeft(): boolean {
    return "stream" in this.response ? this.response.stream.destroyed : this.incoming.socket.destroyed;
  }

  get #scheme(): "http" | "https" {
    return (this.incoming.socket as { encrypted?: boolean }).encrypted ? "https" : "http";
  }

  /** The target may be an absolute URL, as proxies send it. */
  #toUrl(app: App, originalUrl: string, defaultHost: string): string {
    if (originalUrl.startsWith("/")) {
      const host = this.headers.get("host");
      const origin = `${this.#scheme}://${host !== null && HOST.test(host) ? host : defaultHost}`;
      return app.toUrl(origin, this.target, originalUrl);
    }
    const [origin = ""] = /^https?:\/\/[^/?#]*/i.exec(originalUrl) ?? [];
    const path = originalUrl.slice(origin.length);
    return app.toUrl(origin, path, path);
  }

  /** Never settles when the client leaves. */
  protected receiveBody(): Promise<Uint8Array | undefined> {
    const { incoming } = this;
    if (incoming.readableDidRead) {
      throw new Error("the body has already been read. Add the mock before body parsers such as express.json().");
    }
    if (incoming.readableEnded) {
      // A parser has read an empty body.
      return Promise.resolve(new Uint8Array());
    }
    return new Promise((resolve) => {
      const buffer = new ByteBuffer();
      const append = (chunk: Uint8Array): void => {
        buffer.append(chunk);
        if (buffer.isTooLarge) {
          resolve(undefined);
        }
      };
      incoming.on("data", append);
      incoming.once("end", () => {
        // Listeners keep the body in memory as long as the request, which may hang.
        incoming.off("data", append);
        resolve(buffer.toBytes());
      });
    });
  }

  override onNoResponse(): void {
    super.onNoResponse();
    this.stopResponding();
  }

  onEndless(): void {
    this.stopResponding();
  }

  /** No response is coming, it never ends, or it was sent and the client still uploads. */
  stopResponding(): void {
    this.isResponding = false;
    if (this.isLast) {
      this.drop();
    }
  }

  abort(): void {
    this.signal.abort("The client closed the connection.");
  }

  /** Ends the connection, or with HTTP/2 the stream, without a response or in the middle of it. */
  drop(): void {
    if ("stream" in this.response) {
      this.response.stream.close(RESET_CODE);
    } else {
      this.incoming.socket.destroy();
    }
  }
}

class WireHeaders implements MockHeaders {
  readonly #fields: IncomingHttpHeaders;

  constructor(fields: IncomingHttpHeaders) {
    this.#fields = fields;
  }

  get(name: string): string | null {
    const value = this.#fields[name];
    return value === undefined ? null : String(value);
  }

  /** Not a generator, which takes three times as long. */
  [Symbol.iterator](): Iterator<[string, string]> {
    const fields = Object.entries(this.#fields).map(([name, value]): [string, string] => [name, String(value)]);
    return fields[Symbol.iterator]();
  }
}

/** Replaces the `host` header by `:authority`, and removes the other pseudo-headers. */
function toHttp1Headers({ ":authority": host, ...fields }: Http2ServerRequest["headers"] | IncomingHttpHeaders) {
  const headers = Object.entries(fields).filter(([name]) => !name.startsWith(":"));
  return { ...Object.fromEntries(headers), ...(host !== undefined && { host: String(host) }) };
}

/** The path that Connect or Express has removed: "/mock" for "/mock/plants" or "/mock?session=a". */
function findMountPath(originalUrl: string, url: string): string {
  const original = originalUrl.replace(/\?.*/s, "");
  const path = url.replace(/\?.*/s, "");
  return original.endsWith(path) ? original.slice(0, -path.length) : original;
}
