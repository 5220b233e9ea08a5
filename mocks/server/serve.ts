import { createServer, type Server, type ServerResponse } from "node:http";
import type { Checks } from "../../shared/option-checks.ts";
import { AppHandler } from "../app/app-handler.ts";
import { APP_CHECKS, type MockAppOptions } from "../app/app-options.ts";
import { readMockOptions } from "../core/mock-options.ts";
import type { PlantStoreMock } from "../in-process/mock.ts";
import { type OnServed, respondToNode } from "./adapter.ts";
import { LISTEN_CHECKS, type ListenOptions, listen } from "./listen.ts";

/** The options of `startMockServer`: where to listen, who may control the mock, and the options of the mock. */
export interface MockServerOptions extends ListenOptions, Omit<MockAppOptions, "basePath"> {}

/** The key of the method that `await using` calls, if the project's `lib` declares it. */
type AsyncDispose = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol } ? Key : never;

/** A mock that is served over HTTP. `await using` closes it. */
export interface MockServer extends Readonly<Record<AsyncDispose, () => Promise<void>>> {
  /** The base URL, without a trailing slash: "http://127.0.0.1:49152". */
  readonly url: string;
  /** The mock that the server serves. */
  readonly mock: PlantStoreMock;
  /**
   * Stops the server, after requests in progress. It closes connections that are idle or wait for a response that will
   * never come, and after ten seconds the rest. Never rejects.
   */
  readonly close: () => Promise<void>;
}

/** How long `close` waits for requests in progress. */
const GRACE_MS = 10_000;

export const SERVER_CHECKS: Checks<ListenOptions & MockAppOptions> = {
  ...APP_CHECKS,
  ...LISTEN_CHECKS,
  basePath: (path) =>
    path === undefined
      ? undefined
      : "startMockServer has no basePath. Behind a proxy that strips the path, it needs none. Behind one that keeps it, use createMockMiddleware",
};

/**
 * Serves a Plant Store mock over HTTP at `POST {url}/plants`, and under any path of your own: `POST {url}/v1/plants`. With a
 * `baseUrl`, only its path is served. Pages of any origin may send requests (CORS), but only those of this machine and of
 * `controlHosts` with credentials.
 *
 * `{url}/` is a page to watch and control the mock, and `{url}/__mock/` the control API. By default, both accept requests
 * only from this machine.
 *
 * @throws `TypeError` when an option is invalid.
 * @throws `Error` when it can't listen: the port is in use or requires privileges, or the host isn't this machine's.
 *
 * @example
 * import { createPlantStoreClient, unwrap } from "plant-store-sdk";
 * import { startMockServer } from "plant-store-sdk/mocks/server";
 *
 * const server = await startMockServer({ token: "my-access-token" });
 * const client = createPlantStoreClient({ baseUrl: server.url, token: "my-access-token" });
 * const plant = await client.createPlant({ id: 1, name: "Fern" }).then(unwrap);
 * console.log(plant.name, server.mock.plants.size); // Fern 1
 * await server.close();
 */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  return serve(readMockOptions(SERVER_CHECKS, options));
}

/** Starts a server, whose log gets each request that was served. */
export async function serve(
  options: MockServerOptions,
  { onServed }: { readonly onServed?: OnServed | undefined } = {},
): Promise<MockServer> {
  const { port = 0, host = "127.0.0.1", ...appOptions } = options;
  const app = new AppHandler(appOptions);
  const server = createServer();
  const closeServer = createGracefulClose(server);
  server.on("request", (incoming, response) => void respondToNode(app, incoming, response, onServed));
  const url = await listen(server, port, host);

  const close = (): Promise<void> => {
    app.state.openRequests.close();
    return closeServer();
  };
  return { url, mock: app.mock, close, [Symbol.asyncDispose]: close };
}

/** Returns a function that closes the server after the responses in progress, or after the grace period. */
function createGracefulClose(server: Server): () => Promise<void> {
  const inProgress = new Set<ServerResponse>();
  let isClosing = false;

  /** Closes connections that haven't sent a request yet. Node itself closes the other idle ones. */
  function closeUnused(): void {
    if (isClosing && inProgress.size === 0) {
      server.closeAllConnections();
    }
  }

  server.on("request", (_, response) => {
    inProgress.add(response);
    response.shouldKeepAlive &&= !isClosing;
    response.once("close", () => {
      inProgress.delete(response);
      closeUnused();
    });
  });
  return () =>
    new Promise((resolve) => {
      isClosing = true;
      const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      for (const response of inProgress) {
        response.shouldKeepAlive = false;
      }
      closeUnused();
    });
}
