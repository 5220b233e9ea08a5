import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { type Checks, readValidOptions } from "../../src/shared/options.ts";
import { App } from "../app/app.ts";
import { APP_CHECKS, type MockAppOptions } from "../app/options.ts";
import type { PlantStoreMock } from "../mock.ts";
import { Connection } from "./connection.ts";
import { toErrorBytes } from "./invalid-http.ts";
import { LISTEN_CHECKS, type ListenOptions, listen } from "./listen.ts";
import { type OnServed, respond } from "./respond.ts";
import { WireRequest } from "./wire-request.ts";

/** The options of `startMockServer`: where to listen, who may control the mock, and the options of the mock. */
export interface MockServerOptions extends ListenOptions, Omit<MockAppOptions, "basePath"> {}

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

export interface ServerInternals {
  readonly onServed?: OnServed | undefined;
  readonly requestTimeoutMs?: number;
  readonly graceMs?: number;
}

const { basePath: _, ...checks } = APP_CHECKS;
const SERVER_CHECKS: Checks<MockServerOptions> = { ...checks, ...LISTEN_CHECKS };

export async function serve(
  options: MockServerOptions,
  { onServed, requestTimeoutMs = 60_000, graceMs = 10_000 }: ServerInternals = {},
): Promise<MockServer> {
  const { port = 0, host = "127.0.0.1", ...appOptions } = readValidOptions(SERVER_CHECKS, options);
  const app = new App(appOptions, requestTimeoutMs);
  const connections = new Map<Duplex, Connection>();
  const findConnection = (socket: Duplex) => connections.get(socket) as Connection;

  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(requestTimeoutMs / 2, 5_000),
    // Node would respond without a body.
    requireHostHeader: false,
  });
  server.on("connection", (socket) => {
    connections.set(socket, new Connection(socket));
    socket.on("close", () => connections.delete(socket));
  });
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket) => {
    findConnection(socket).break(toErrorBytes(code, app.hasCors));
  });
  server.on("request", (incoming, response) => {
    const request = new WireRequest(app, incoming, response, ownHost);
    findConnection(incoming.socket).add(request);
    void respond(app, request, onServed);
  });
  const url = await listen(server, port, host);
  const ownHost = new URL(url).host;

  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= new Promise((resolve) => {
      const timer = setTimeout(() => {
        for (const connection of connections.values()) {
          connection.destroy();
        }
      }, graceMs);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      for (const connection of connections.values()) {
        connection.drain();
      }
    });
    return closed;
  };
  return Object.freeze({ url, mock: app.sessions.default.mock, session: app.sessions.getMock, close });
}
