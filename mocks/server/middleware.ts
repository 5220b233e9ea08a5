import { Readable, Stream } from "node:stream";
import { AppHandler } from "../app/app-handler.ts";
import { APP_CHECKS, type MockAppOptions } from "../app/app-options.ts";
import { readMockOptions } from "../core/mock-options.ts";
import type { PlantStoreMock } from "../in-process/mock.ts";
import { respondToNode } from "./adapter.ts";
import type { Incoming, Outgoing } from "./incoming.ts";

// Node's own types would break projects without `@types/node`.
/** A request of `node:http` or `node:http2`. @inline */
interface NodeRequest {
  readonly httpVersionMajor: number;
  readonly headers: object;
}

/** A response of `node:http` or `node:http2`. @inline */
interface NodeResponse {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
}

/** A mock as a listener of `node:http` or `node:http2`, or as middleware of Express or Connect. */
export interface MockMiddleware {
  /** Responds to every request that it gets. It never calls the next middleware. */
  (request: NodeRequest, response: NodeResponse, next?: unknown): void;
  /** The mock that the middleware serves. */
  readonly mock: PlantStoreMock;
}

/**
 * Creates a Plant Store mock with everything that `startMockServer` serves, as middleware of Express and Connect, and
 * as the listener of a server of `node:http` or `node:http2`. For Vite, use `plantStoreMock`.
 *
 * It responds to every request that it gets, so mount it at a path. Mount it before body parsers: a body that was already read
 * gets a 500. The records show the URL before the path was removed.
 *
 * @throws `TypeError` when an option is invalid.
 *
 * @example
 * import { once } from "node:events";
 * import { createServer } from "node:http";
 * import { createMockMiddleware } from "plant-store-sdk/mocks/server";
 *
 * const middleware = createMockMiddleware({ plants: [{ id: 1, name: "Fern" }] });
 * // In Express: app.use("/mock", middleware).
 * const server = createServer(middleware).listen(0, "127.0.0.1");
 * await once(server, "listening");
 * console.log(middleware.mock.plants.size); // 1
 * server.close();
 */
export function createMockMiddleware(options: MockAppOptions = {}): MockMiddleware {
  const app = new AppHandler(readMockOptions(APP_CHECKS, options));
  // With two parameters, h3 would respond before the mock does.
  const listener = (incoming: NodeRequest, outgoing: NodeResponse, _next: unknown): void => {
    if (!(incoming instanceof Readable && "socket" in incoming && outgoing instanceof Stream)) {
      throw new TypeError(
        "createMockMiddleware: pass a request and a response of node:http (in Koa, ctx.req and ctx.res)",
      );
    }
    void respondToNode(app, incoming as Incoming, outgoing as unknown as Outgoing);
  };
  return Object.assign(listener, { mock: app.mock });
}
