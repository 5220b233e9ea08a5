import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { Duplex } from "node:stream";
import { ByteBuffer } from "../../shared/read-body.ts";
import type { IncomingRequest } from "../app/app-request.ts";
import { type RequestBody, toRequestBody } from "../wire/request.ts";

/** A request of node:http, or of the compatibility API of node:http2. */
export type Incoming = IncomingMessage | Http2ServerRequest;

/** The response to it. */
export type Outgoing = ServerResponse | Http2ServerResponse;

/** What every request of a server has. Connect and Express set `originalUrl` when they remove a part of `url`. */
interface RequestLine {
  readonly method: string;
  readonly url: string;
  readonly originalUrl?: string;
}

/** Reads the head of a request of a server, whose body can be read until the next tick. `ended` is its end. */
export function fromIncoming(incoming: Incoming, outgoing: Outgoing, ended: Promise<void>): IncomingRequest {
  const { method, url, originalUrl = url } = incoming as Incoming & RequestLine;
  const headers = readHeaders(incoming);
  return {
    method,
    origin: findOrigin(incoming, originalUrl),
    originalTarget: originalUrl.replace(ORIGIN, ""),
    target: url.replace(ORIGIN, ""),
    headers,
    caller: { signal: getCloseSignal("stream" in incoming ? incoming.stream : incoming.socket) },
    readBody: () => readIncomingBody(incoming, ended),
    connection: {
      scheme: findScheme(incoming),
      host: headers.host ?? "",
      clientAddress: incoming.socket.remoteAddress,
    },
    allowedOrigin: outgoing.getHeader("access-control-allow-origin")?.toString(),
  };
}

const closeSignals = new WeakMap<Duplex, AbortSignal>();

/**
 * Returns a signal that aborts when a connection closes, or a stream of HTTP/2. All requests of a connection share it, because
 * Node tells only the first of several pipelined ones that it closes.
 */
function getCloseSignal(connection: Duplex): AbortSignal {
  const known = closeSignals.get(connection);
  if (known) {
    return known;
  }
  const controller = new AbortController();
  closeSignals.set(connection, controller.signal);
  if (connection.destroyed) {
    controller.abort();
  }
  connection.once("close", () => controller.abort());
  return controller.signal;
}

/** Returns what earlier middleware has done to the body so that the mock can't read it. */
export function findBodyProblem(incoming: Incoming): string | undefined {
  if (incoming.readableDidRead) {
    return "The body has already been read. Add the mock before body parsers such as express.json().";
  }
  return incoming.readableEncoding === null
    ? undefined
    : "The body is already decoded. Add the mock before middleware that calls request.setEncoding().";
}

/** Reads a body to its end, and keeps nothing of it beyond the limit. */
async function readIncomingBody(incoming: Incoming, ended: Promise<void>): Promise<RequestBody | undefined> {
  const buffer = new ByteBuffer();
  incoming.on("data", (chunk: Uint8Array) => buffer.append(chunk));
  await ended;
  return incoming.readableEnded ? toRequestBody(buffer) : undefined;
}

/** Waits until a request has arrived whole, or breaks off. */
export function untilEnd(incoming: Incoming): Promise<void> {
  return new Promise((resolve) => {
    // Earlier middleware may have paused it, or read it.
    incoming.on("end", resolve).on("close", resolve).resume();
    if (incoming.readableEnded || incoming.destroyed) {
      resolve();
    }
  });
}

/** The origin that a request to a proxy has in its target. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Recognizes an origin without a user name, and without what `URL` would replace. */
const PLAIN_ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** The origin as the client named it, or localhost for one that no URL has, such as `http://127.0.0.1:99999`. */
function findOrigin(incoming: Incoming, target: string): string {
  const scheme = findScheme(incoming);
  const host = String(incoming.headers[":authority"] ?? incoming.headers.host ?? "");
  const origin = ORIGIN.exec(target)?.[0] ?? `${scheme}://${host}`;
  return PLAIN_ORIGIN.test(origin) && URL.canParse(origin) ? origin : `${scheme}://localhost`;
}

const findScheme = ({ socket }: Incoming): "http" | "https" =>
  (socket as { encrypted?: boolean }).encrypted ? "https" : "http";

/** Reads the headers, sorted as `Headers` sorts them. HTTP/2 has the host in the pseudo-header `:authority`. */
function readHeaders({ headers }: Incoming): Readonly<Record<string, string>> {
  const { ":authority": host } = headers;
  const received: Incoming["headers"] = host === undefined ? headers : { ...headers, host: String(host) };
  const names = Object.keys(received).filter((name) => !name.startsWith(":"));
  return Object.fromEntries(names.sort().map((name) => [name, String(received[name])]));
}
