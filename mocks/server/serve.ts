import { createServer, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { type Answer, errorAnswer } from "../answer.ts";
import { answer } from "../core.ts";
import { mockOf, type PlantStoreMock } from "../mock.ts";
import { tokenRedactor } from "../redact.ts";
import { createService, type PlantStoreMockOptions } from "../service.ts";
import { refuseBrokenRequest } from "./broken-request.ts";
import { createControl } from "./control.ts";
import { corsFields, isPreflight, preflightAnswer } from "./cors.ts";
import { Exchange } from "./exchange.ts";
import { listen } from "./listen.ts";
import { turnEnd } from "./turn-end.ts";
import { writeAnswer } from "./write-answer.ts";

/** What `startMockServer` takes: where to listen, and the options of the mock. */
export interface MockServerOptions extends PlantStoreMockOptions {
  /**
   * The port, from 0 to 65535; 0 is any free one.
   *
   * @default 0
   */
  port?: number | undefined;
  /**
   * The address or name to listen on.
   *
   * @default "127.0.0.1"
   */
  host?: string | undefined;
}

/** A mock (I1) that is served over HTTP. */
export interface MockServer {
  /** Where it is, without a trailing slash: "http://127.0.0.1:49152". */
  readonly url: string;
  /** The mock behind it, in this process. */
  readonly mock: PlantStoreMock;
  /**
   * Ends it: nothing more is accepted, what is under way is finished, idle connections and answers that would never come
   * are ended. Resolves when all is closed; what is not after ten seconds is cut. Called again, it waits for the same.
   * Throws nothing.
   *
   * @example
   * import { startMockServer } from "plant-store-sdk/mocks/server";
   *
   * const server = await startMockServer();
   * await server.close();
   * const reason = await fetch(server.url).catch((error) => error.cause.code);
   * console.log(reason); // ECONNREFUSED
   */
  readonly close: () => Promise<void>;
}

/** A request, and what became of it. */
export interface Served {
  readonly exchange: Exchange;
  /** Absent where nobody waited for it. */
  readonly answer?: Answer | Response;
  readonly durationMs: number;
}

/** What the public options leave out. */
export interface ServerInternals {
  readonly onServed?: (served: Served) => void;
  /** How long a request may take to arrive, in milliseconds. @default 60_000 */
  readonly requestTimeoutMs?: number;
  /** How long `close` waits for what is under way, in milliseconds. @default 10_000 */
  readonly graceMs?: number;
}

/** Serves a mock over HTTP. */
export async function serve(options: MockServerOptions, internals: ServerInternals = {}): Promise<MockServer> {
  const { port = 0, host = "127.0.0.1", ...mockOptions } = options;
  const { onServed, requestTimeoutMs = 60_000, graceMs = 10_000 } = internals;
  const service = createService(mockOptions);
  const mock = mockOf(service);
  const control = createControl(service, mock);
  const connections = new Map<Socket, Set<Exchange>>();
  // A base URL of one's own says which path is served; under which name the server is reached, it can't know.
  const ownOrigin = isOwn(options.baseUrl) ? new URL(options.baseUrl).origin : undefined;
  let url = "";
  let isClosing = false;

  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(requestTimeoutMs / 2, 5_000),
  });

  server.on("connection", (socket) => {
    const exchanges = new Set<Exchange>();
    connections.set(socket, exchanges);
    socket.on("close", () => {
      connections.delete(socket);
      for (const exchange of exchanges) {
        exchange.abandon();
      }
    });
  });

  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const isAnswered = [...connections].some(
      ([own, exchanges]) => own === socket && [...exchanges].some(({ response }) => response.headersSent),
    );
    if (socket.writable && !isAnswered) {
      refuseBrokenRequest(error.code, socket);
    } else {
      socket.destroy();
    }
  });

  server.on("request", (incoming, response) => {
    const exchange = new Exchange(urlOf(incoming), incoming, response);
    exchange.isLast = isClosing;
    const exchanges = connections.get(incoming.socket);
    exchanges?.add(exchange);
    response.on("close", () => {
      exchanges?.delete(exchange);
      if (exchange.isLast) {
        incoming.socket.destroySoon();
      }
    });
    if (onServed === undefined) {
      void respond(exchange);
    } else {
      const startedMs = performance.now();
      void respond(exchange).then((answer) =>
        onServed({ exchange, durationMs: performance.now() - startedMs, ...(answer && { answer }) }),
      );
    }
  });

  async function respond(exchange: Exchange): Promise<Answer | Response | undefined> {
    const { incoming, signal } = exchange;
    const isControl = control.isFor(exchange);
    let given: Answer | Response;
    try {
      given = await (isControl ? control.answer(exchange) : answerOperation(exchange));
    } catch (error) {
      if (signal.aborted) {
        return undefined;
      }
      given = failure(error, exchange);
    }
    await turnEnd();
    writeAnswer(exchange, given, isControl ? [] : corsFields(incoming));
    return given;
  }

  function answerOperation(exchange: Exchange): Answer | Promise<Answer | Response> {
    return isPreflight(exchange.incoming) ? preflightAnswer(exchange.incoming) : answer(service, exchange);
  }

  function urlOf({ headers, url: target = "/" }: IncomingMessage): string {
    if (target.startsWith("/")) {
      return (ownOrigin ?? (isHost(headers.host) ? `http://${headers.host}` : url)) + target;
    }
    // A client that takes this for a proxy sends the whole address.
    return ownOrigin === undefined ? target : target.replace(/^https?:\/\/[^/?#]*/i, ownOrigin);
  }

  url = await listen(server, port, host);

  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= new Promise((resolve) => {
      isClosing = true;
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      for (const [socket, exchanges] of connections) {
        endConnection(socket, exchanges);
      }
    });
    return closed;
  };
  return Object.freeze({ url, mock, close });
}

/** Ends a connection after what is under way on it, or at once where nothing is, or never would end. */
function endConnection(socket: Socket, exchanges: ReadonlySet<Exchange>): void {
  let isBusy = false;
  for (const exchange of exchanges) {
    exchange.isLast = true;
    isBusy ||= !exchange.hangs;
  }
  if (!isBusy) {
    socket.destroy();
  }
}

function isOwn(baseUrl: string | URL | undefined): baseUrl is string | URL {
  return baseUrl !== undefined && baseUrl !== "*";
}

function isHost(host: string | undefined): boolean {
  return host !== undefined && /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i.test(host);
}

/** A function of the options or of a fault threw: that is a fault of the test, and says so. */
function failure(error: unknown, { headers }: Exchange): Answer {
  const reason = tokenRedactor(headers)(error instanceof Error ? error.message : String(error));
  return errorAnswer(500, { error: 500, message: `A function that the mock was given failed: ${reason}` });
}
