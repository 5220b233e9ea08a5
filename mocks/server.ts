/**
 * The mock as an HTTP server, for Node, Bun and Deno, and for clients in any language. Doesn't require msw.
 *
 * @module plant-store-sdk/mocks/server
 */

import type { MockAppOptions } from "./app/options.ts";
import { createMiddleware, type MockMiddleware } from "./server/middleware.ts";
import { type MockServer, type MockServerOptions, serve } from "./server/serve.ts";

export type { MockAppOptions, MockMiddleware, MockServer, MockServerOptions };

/**
 * Serves a Plant Store mock over HTTP at `POST {url}/plants`, and under any path of your own: `POST {url}/v1/plants`. With a
 * `baseUrl`, only its path is served. Pages of any origin may send requests (CORS).
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
  return serve(options);
}

/**
 * Creates a Plant Store mock with everything that `startMockServer` serves, as middleware: for the dev server of Vite, Express
 * and Connect, and as the listener of a server of `node:http` or `node:http2`.
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
 * // In Vite's configureServer: middlewares.use("/mock", middleware). In Express: app.use("/mock", middleware).
 * const server = createServer(middleware).listen(0, "127.0.0.1");
 * await once(server, "listening");
 * console.log(middleware.mock.plants.size); // 1
 * server.close();
 */
export function createMockMiddleware(options: MockAppOptions = {}): MockMiddleware {
  return createMiddleware(options);
}
