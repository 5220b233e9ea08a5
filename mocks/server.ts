/**
 * The mock as an HTTP server, for Node, Bun and Deno, and for programs in any language. It needs no msw.
 *
 * @module plant-store-sdk/mocks/server
 */

import { type MockServer, type MockServerOptions, serve } from "./server/serve.ts";

export type { MockServer, MockServerOptions };

/**
 * Serves a Plant Store mock (I1) over HTTP, for whatever can't be handed `mock.fetch`. Under any base path: its operation is at
 * `POST {url}/plants`, and at `POST {url}/v1/plants` as well, unless a `baseUrl` says which; of that, only the path counts.
 *
 * A page of any origin may ask it (CORS). `GET {url}/` is a page to look at, and `{url}/__mock/` controls the mock; both
 * from this machine alone.
 *
 * @throws `TypeError` when an option is invalid.
 * @throws `Error` when it can't listen there: the port is in use, not open to this user, or the host is another machine's.
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
