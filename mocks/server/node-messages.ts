import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

/** A request of node:http, or of the compatibility API of node:http2. */
export type Incoming = IncomingMessage | Http2ServerRequest;

/** The response to it. */
export type Outgoing = ServerResponse | Http2ServerResponse;

export const hasLeft = (incoming: Incoming): boolean =>
  "stream" in incoming ? incoming.stream.destroyed : incoming.socket.destroyed;
