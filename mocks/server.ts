/**
 * The mock as an HTTP server, for Node, Bun and Deno, and for clients in any language. Doesn't require msw.
 *
 * @module plant-store-sdk/mocks/server
 */

import type { MockAppOptions } from "./app/app-options.ts";
import { readMockOptions } from "./core/mock-options.ts";
import { type MockServer, type MockServerOptions, SERVER_CHECKS, serve } from "./server/serve.ts";

export { createMockMiddleware, type MockMiddleware } from "./server/middleware.ts";
export type { MockAppOptions, MockServer, MockServerOptions };

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
  return serve(readMockOptions(SERVER_CHECKS, options));
}
