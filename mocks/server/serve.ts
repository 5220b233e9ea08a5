import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { refuseUnknown } from "../invalid-input.ts";
import { errorResponse, type MockResponse } from "../messages.ts";
import type { PlantStoreMock } from "../mock.ts";
import { MOCK_CHECKS, type PlantStoreMockOptions } from "../options.ts";
import { handleRequest } from "../pipeline.ts";
import { isControlRequest, respondToControl } from "./control.ts";
import { readControlHosts } from "./control-access.ts";
import { listen } from "./listen.ts";
import {
  CONNECT_RESPONSE,
  CORS_HEADERS,
  type ParseError,
  refuseInvalidRequest,
  respondToPreflight,
  toProtocolErrorResponse,
} from "./protocol.ts";
import { SESSION_HEADER, Sessions } from "./sessions.ts";
import { WireRequest } from "./wire-request.ts";
import { turnEnd, writeResponse } from "./write-response.ts";

/** The options of `startMockServer`: where to listen, who may control the mock, and the options of the mock. */
export interface MockServerOptions extends PlantStoreMockOptions {
  /**
   * The port, from 0 to 65535. 0 is any free port.
   *
   * @default 0
   */
  port?: number | undefined;
  /**
   * The address or host name to listen on.
   *
   * @default "127.0.0.1"
   */
  host?: string | undefined;
  /**
   * Whether the page and the control API are served. If not, they return 404.
   *
   * @default true
   */
  control?: boolean | undefined;
  /**
   * Host names, without port, under which any machine may use the page and the control API, such as `["mock"]` for a
   * service in Docker Compose. Without them, only this machine may, under localhost, 127.0.0.1 or [::1].
   *
   * @default []
   */
  controlHosts?: readonly string[] | undefined;
  /**
   * Whether pages of other origins may send requests to the operation. They may never use the control API.
   *
   * @default true
   */
  cors?: boolean | undefined;
}

/** A mock that is served over HTTP. */
export interface MockServer {
  /** The base URL, without a trailing slash: "http://127.0.0.1:49152". */
  readonly url: string;
  /** The mock of requests without a session. */
  readonly mock: PlantStoreMock;
  /**
   * Returns the mock of the requests with the header `X-Mock-Session: name`. It has the same options and initial plants as
   * the others, but no `storage`, and shares nothing with them. A server has at most 256 sessions.
   *
   * @throws `TypeError` when the name isn't 1 to 100 printable ASCII characters, or when there are too many sessions.
   */
  readonly session: (name: string) => PlantStoreMock;
  /**
   * Stops the server, after requests in progress. It closes connections that are idle or wait for a response that will
   * never come, and after ten seconds the rest. Never rejects.
   */
  readonly close: () => Promise<void>;
}

export interface ServedRequest {
  readonly request: WireRequest;
  readonly response?: MockResponse;
  readonly durationMs: number;
}

export interface ServerInternals {
  readonly onServed?: (served: ServedRequest) => void;
  readonly requestTimeoutMs?: number;
  readonly graceMs?: number;
}

/** Why `close` tracks connections: `server.close()` waits for those that are stalled, and Node can't tell which are. */
interface Connection {
  readonly requests: Set<WireRequest>;
  /** The response to what node:http couldn't read. It waits until earlier requests have their responses. */
  errorResponse?: string;
}

export async function serve(options: MockServerOptions, internals: ServerInternals = {}): Promise<MockServer> {
  const own: MockServerOptions = Object.assign(Object.create(null), options);
  const { port = 0, host = "127.0.0.1", control = true, controlHosts = [], cors = true, ...mockOptions } = own;
  const { onServed, requestTimeoutMs = 60_000, graceMs = 10_000 } = internals;
  checkOptions(mockOptions, { control, cors });
  const hosts = readControlHosts(controlHosts);
  const sessions = new Sessions(mockOptions);
  const connections = new Map<Duplex, Connection>();
  const { baseUrl } = sessions.default.state;
  const ownOrigin = baseUrl === "*" ? undefined : new URL(baseUrl).origin;
  let isClosing = false;

  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(requestTimeoutMs / 2, 5_000),
    // Node would respond without a body, as it would to an unknown expectation.
    requireHostHeader: false,
  });

  server.on("connection", (socket: Socket) => {
    const connection: Connection = { requests: new Set() };
    connections.set(socket, connection);
    socket.on("close", () => {
      connections.delete(socket);
      for (const request of connection.requests) {
        request.abort();
      }
    });
  });

  server.on("clientError", (error: ParseError, socket) => {
    const connection = connections.get(socket) as Connection;
    const requests = [...connection.requests];
    const isStreaming = requests.some(({ response }) => response.headersSent && !response.writableEnded);
    if (!socket.writable || isStreaming) {
      socket.destroy();
      return;
    }
    connection.errorResponse ??= toProtocolErrorResponse(error, cors);
    const last = requests.at(-1);
    if (last?.incoming.complete === false) {
      connection.requests.delete(last);
      last.abort();
    }
    endIfBroken(connection, socket);
  });

  server.on("request", receive);
  server.on("checkExpectation", receive);
  server.on("connect", (_incoming, socket) => {
    /* v8 ignore next -- Node leaves the errors of this socket, such as a reset, to the listener. */
    socket.on("error", () => {});
    // Node stops reading the socket, and would never notice that the client left.
    socket.resume();
    const connection = connections.get(socket) as Connection;
    connection.errorResponse ??= CONNECT_RESPONSE;
    endIfBroken(connection, socket);
  });

  function receive(incoming: IncomingMessage, response: ServerResponse): void {
    const { socket } = incoming;
    const request = new WireRequest(getUrl(incoming), incoming, response);
    request.isLast = isClosing;
    const connection = connections.get(socket) as Connection;
    connection.requests.add(request);
    response.on("close", () => {
      connection.requests.delete(request);
      if (request.isLast) {
        socket.destroySoon();
      } else if (connection.errorResponse !== undefined) {
        endIfBroken(connection, socket);
      }
    });
    void respond(request);
  }

  async function respond(request: WireRequest): Promise<void> {
    const startedMs = performance.now();
    const { headers } = request.incoming;
    const isControl = isControlRequest(request);
    let response: MockResponse | undefined;
    try {
      response =
        refuseInvalidRequest(request.incoming) ??
        (await (isControl
          ? respondToControl(request, sessions, control ? hosts : undefined)
          : respondToOperation(request)));
    } catch (error) {
      /* v8 ignore next -- Nothing is known to throw unless the client left, but a bug must not end the process. */
      response = request.signal.aborted ? undefined : errorResponse(500, `The mock failed: ${error}`);
    }
    if (response) {
      await turnEnd();
      void writeResponse(request, response, cors && headers.origin !== undefined && !isControl ? CORS_HEADERS : []);
    }
    onServed?.({ request, durationMs: performance.now() - startedMs, ...(response && { response }) });
  }

  function respondToOperation(request: WireRequest): MockResponse | Promise<MockResponse> {
    const preflightResponse = cors && respondToPreflight(request.incoming);
    if (preflightResponse) {
      return preflightResponse;
    }
    try {
      return handleRequest(sessions.get(request.headers.get(SESSION_HEADER)).state, request);
    } catch (error) {
      return errorResponse(400, `${(error as Error).message}.`);
    }
  }

  function getUrl({ headers, url: target = "/" }: IncomingMessage): string {
    if (target.startsWith("/")) {
      return (ownOrigin ?? (isHost(headers.host) ? `http://${headers.host}` : url)) + target;
    }
    return ownOrigin === undefined ? target : target.replace(/^https?:\/\/[^/?#]*/i, ownOrigin);
  }

  const url = await listen(server, port, host);

  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= new Promise((resolve) => {
      isClosing = true;
      const timer = setTimeout(() => {
        // Unlike closeAllConnections, this includes connections with a CONNECT request.
        for (const socket of connections.keys()) {
          socket.destroy();
        }
      }, graceMs);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      for (const [socket, { requests }] of connections) {
        endConnection(socket, requests);
      }
    });
    return closed;
  };
  const session = (name: string): PlantStoreMock => sessions.get(name).mock;
  return Object.freeze({ url, mock: sessions.default.mock, session, close });
}

function endIfBroken({ requests, errorResponse: bytes }: Connection, socket: Duplex): void {
  if (requests.size === 0 && socket.writable) {
    socket.end(bytes, () => socket.destroy());
  }
}

function endConnection(socket: Duplex, requests: ReadonlySet<WireRequest>): void {
  let isBusy = false;
  for (const request of requests) {
    request.isLast = true;
    isBusy ||= !request.isStalled;
  }
  if (!isBusy) {
    socket.destroy();
  }
}

function checkOptions(mockOptions: PlantStoreMockOptions, switches: Readonly<Record<string, unknown>>): void {
  const known = [...Object.keys(MOCK_CHECKS), "port", "host", "control", "controlHosts", "cors"];
  refuseUnknown(mockOptions, known, "Invalid options", "option");
  for (const [name, value] of Object.entries(switches)) {
    if (typeof value !== "boolean") {
      throw new TypeError(`Invalid options: ${name} must be true or false`);
    }
  }
}

function isHost(host: string | undefined): boolean {
  return host !== undefined && /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i.test(host);
}
