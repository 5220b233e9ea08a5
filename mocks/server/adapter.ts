import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { ByteBuffer } from "../../src/shared/read-body.ts";
import type { Peer } from "../app/access.ts";
import type { App } from "../app/app.ts";
import { type AppRequest, splitTarget } from "../app/request.ts";
import { errorResponse, getText } from "../responses.ts";

export type Incoming = IncomingMessage | Http2ServerRequest;
export type Outgoing = ServerResponse | Http2ServerResponse;

/** What the log gets. There is no response when the client left before it. */
export interface ServedRequest {
  readonly request: AppRequest;
  readonly response: Response | undefined;
  readonly durationMs: number;
}

export type OnServed = (served: ServedRequest) => void;

/** Responds to a request of node:http, or of the compatibility API of node:http2. Never rejects. */
export async function respond(app: App, incoming: Incoming, outgoing: Outgoing, onServed?: OnServed): Promise<void> {
  const startedMs = performance.now();
  try {
    const body = await readIncomingBody(incoming);
    const request = new IncomingRequest(app, incoming, outgoing, body);
    const response = await handle(app, request, body);
    const written =
      response && response.type !== "error" ? writeResponse(incoming, outgoing, response) : dropConnection(outgoing);
    onServed?.({ request, response, durationMs: performance.now() - startedMs });
    await written;
  } catch {
    // A body failed midway, or other middleware has broken the request or the response.
    dropConnection(outgoing);
  }
}

/** The body, an error if earlier middleware has read it, or `undefined` if the client left before its end. */
type ReceivedBody = ByteBuffer | Error | undefined;

/** Returns `undefined` if the client has left. */
async function handle(app: App, request: AppRequest, body: ReceivedBody): Promise<Response | undefined> {
  if (body instanceof Error) {
    return errorResponse(500, body.message);
  }
  return body === undefined ? undefined : app.respond(request).catch(() => undefined);
}

/** Reads the body up to the first byte beyond the limit. The rest is read and ignored, so that the client reads the response. */
async function readIncomingBody(incoming: Incoming): Promise<ReceivedBody> {
  if (incoming.readableDidRead) {
    return new Error("The body has already been read. Add the mock before body parsers such as express.json().");
  }
  if (incoming.readableEncoding !== null) {
    return new Error("The body is already decoded. Add the mock before middleware that calls request.setEncoding().");
  }
  const buffer = new ByteBuffer();
  if (incoming.readableEnded) {
    // A parser has read an empty body.
    return buffer;
  }
  return new Promise((resolve) => {
    const append = (chunk: Uint8Array): void => {
      buffer.append(chunk);
      if (buffer.isTooLarge) {
        incoming.off("data", append).resume();
        resolve(buffer);
      }
    };
    // Earlier middleware may have paused it.
    incoming.on("data", append).resume();
    incoming.once("end", () => resolve(isReset(incoming) ? undefined : buffer));
    incoming.once("close", () => resolve(undefined));
    if (hasLeft(incoming)) {
      resolve(undefined);
    }
  });
}

/** Whether the client has reset its HTTP/2 stream. A body without a Content-Length then ends like a complete one. */
const isReset = (incoming: Incoming): boolean => "stream" in incoming && incoming.stream.aborted;

const hasLeft = (incoming: Incoming): boolean =>
  "stream" in incoming ? incoming.stream.destroyed : incoming.socket.destroyed;

/** What every request of a server has. Connect and Express set `originalUrl` when they remove a part of `url`. */
interface RequestLine {
  readonly method: string;
  readonly url: string;
  readonly originalUrl?: string;
}

/** A request whose body has arrived. On Node 20, a `Request` with a body and a signal would take 35 µs. */
class IncomingRequest implements AppRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly path: string;
  readonly query: string;
  readonly basePath: string;
  readonly #incoming: Incoming;
  readonly #outgoing: Outgoing;
  readonly #body: ReceivedBody;
  #signal: AbortSignal | undefined;

  constructor(app: App, incoming: Incoming, outgoing: Outgoing, body: ReceivedBody) {
    const { method, url, originalUrl = url } = incoming as Incoming & RequestLine;
    const { target, path, query } = splitTarget(url.replace(ORIGIN, ""), app.basePath);
    this.method = method;
    this.headers = readHeaders(incoming);
    this.url = app.toUrl(findOrigin(incoming, originalUrl), originalUrl.replace(ORIGIN, ""), target);
    this.path = path;
    this.query = query;
    this.basePath = findMountPath(originalUrl, url) + app.basePath;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#body = body;
  }

  /** Aborts when the client leaves. Created when it is first read, because that takes 9 µs on Node 20. */
  get signal(): AbortSignal {
    this.#signal ??= toSignal(this.#outgoing);
    return this.#signal;
  }

  /** Returns the body. Not called if there is none. */
  async arrayBuffer(): Promise<ArrayBuffer> {
    return (this.#body as ByteBuffer).toBytes().slice().buffer;
  }

  getPeer(): Peer {
    return {
      scheme: findScheme(this.#incoming),
      host: this.headers.get("host") ?? "",
      address: this.#incoming.socket.remoteAddress,
    };
  }
}

/** The origin that a request to a proxy has in its target. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i;

function findOrigin(incoming: Incoming, target: string): string {
  const host = String(incoming.headers[":authority"] ?? incoming.headers.host ?? "");
  const ownOrigin = `${findScheme(incoming)}://${HOST.test(host) ? host : "localhost"}`;
  return ORIGIN.exec(target)?.[0] ?? ownOrigin;
}

const findScheme = ({ socket }: Incoming): "http" | "https" =>
  (socket as { encrypted?: boolean }).encrypted ? "https" : "http";

/** The path that Connect or Express has removed: "/mock" for "/mock/plants" or "/mock?session=a". */
function findMountPath(originalUrl: string, url: string): string {
  const original = originalUrl.replace(/\?.*/s, "");
  const path = url.replace(/\?.*/s, "");
  return original.endsWith(path) ? original.slice(0, -path.length) : original;
}

/** Reads the headers. HTTP/2 has the host in the pseudo-header `:authority`. */
function readHeaders({ headers }: Incoming): Headers {
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith(":")) {
      fields.append(name, String(value));
    }
  }
  if (headers[":authority"] !== undefined) {
    fields.set("host", String(headers[":authority"]));
  }
  return fields;
}

function toSignal(outgoing: Outgoing): AbortSignal {
  const controller = new AbortController();
  const reason = new DOMException("The client closed the connection.", "AbortError");
  outgoing.once("close", () => controller.abort(reason));
  return controller.signal;
}

async function writeResponse(incoming: Incoming, outgoing: Outgoing, response: Response): Promise<void> {
  const { status, statusText, body } = response;
  const text = getText(response);
  const fields = toFields(response, text, "stream" in outgoing ? OMITTED_HTTP2_HEADERS : OMITTED_HEADERS);
  if (text === undefined && body === null && incoming.method !== "HEAD" && ![204, 304].includes(status)) {
    fields["content-length"] = "0";
  }
  if ("stream" in outgoing) {
    outgoing.writeHead(status, fields);
  } else {
    // Makes `outgoing` fail when a fault function announces another length than it sends.
    outgoing.strictContentLength = text === undefined;
    outgoing.writeHead(status, statusText, fields);
  }
  if (text === undefined && body !== null) {
    await writeBody(body, outgoing);
  } else {
    (outgoing as ServerResponse).end(text);
  }
}

/** The mock sends no trailers. */
const OMITTED_HEADERS = ["trailer"];

/** HTTP/2 forbids headers of the connection (RFC 9113, section 8.2.2). */
const OMITTED_HTTP2_HEADERS = [
  ...OMITTED_HEADERS,
  "connection",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
];

function toFields({ headers }: Response, text: string | undefined, omitted: readonly string[]) {
  const fields: Record<string, string | string[] | number> = {};
  for (const [name, value] of headers) {
    if (!omitted.includes(name)) {
      fields[name] = name === "set-cookie" ? headers.getSetCookie() : value;
    }
  }
  const length = text === undefined ? headers.get("content-length") : Buffer.byteLength(text);
  if (length !== null) {
    // A number, since Node 20.9 compares it with the number of bytes that it sent.
    fields["content-length"] = Number(length);
  }
  return fields;
}

/** Writes a body. `stream.pipeline` would throw an uncaught error if its length isn't the announced one. */
async function writeBody(body: ReadableStream<Uint8Array>, outgoing: Outgoing): Promise<void> {
  const reader = body.getReader();
  outgoing.once("close", () => void reader.cancel().catch(() => {}));
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (!(outgoing as ServerResponse).write(read.value)) {
      await waitForDrain(outgoing);
    }
  }
  outgoing.end();
}

function waitForDrain(outgoing: Outgoing): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      outgoing.off("drain", settle).off("close", settle);
      resolve();
    };
    outgoing.on("drain", settle).on("close", settle);
  });
}

/** HTTP/2 resets a stream with this code, INTERNAL_ERROR, where HTTP/1.1 closes the connection. */
const RESET_CODE = 2;

/** Ends the connection, or with HTTP/2 the stream, without a response or in the middle of it. */
function dropConnection(outgoing: Outgoing): void {
  if ("stream" in outgoing) {
    outgoing.stream.close(RESET_CODE);
  } else {
    // First sends what was written before, such as half of a body.
    outgoing.req.socket.destroySoon();
  }
}
