import { readValidOptions } from "../../src/shared/options.ts";
import { App } from "../app/app.ts";
import { APP_CHECKS, type MockAppOptions } from "../app/options.ts";
import type { PlantStoreMock } from "../mock.ts";
import { respond } from "./respond.ts";
import { type Incoming, type Outgoing, WireRequest } from "./wire-request.ts";

// The types of Node would break projects that compile without them.
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

/** A mock as a listener of `node:http` or `node:http2`, or as middleware of Vite, Express or Connect. */
export interface MockMiddleware {
  /** Responds to every request that it gets. It never calls the next middleware. */
  (request: NodeRequest, response: NodeResponse): void;
  /** The mock of requests without a session. */
  readonly mock: PlantStoreMock;
  /**
   * Returns the mock of the requests with the header `X-Mock-Session: name`, as `startMockServer` does.
   *
   * @throws `TypeError` when the name isn't 1 to 100 printable ASCII characters, or when there are too many sessions.
   */
  readonly session: (name: string) => PlantStoreMock;
}

export function createMiddleware(options: MockAppOptions): MockMiddleware {
  const app = new App(readValidOptions(APP_CHECKS, options));
  const listener = (incoming: NodeRequest, outgoing: NodeResponse): void => {
    const response = outgoing as Outgoing;
    const request = new WireRequest(app, incoming as Incoming, response, "localhost");
    response.on("close", () => {
      if (!response.writableEnded) {
        request.abort();
      }
    });
    if (request.hasLeft) {
      request.abort();
    }
    void respond(app, request);
  };
  return Object.assign(listener, {
    mock: app.sessions.default.mock,
    session: app.sessions.getMock,
  });
}
