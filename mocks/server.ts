/**
 * The mock as an HTTP server, for Node, Bun and Deno, and for clients in any language. Doesn't require msw.
 *
 * @module plant-store-sdk/mocks/server
 */

export type { MockAppOptions } from "./app/app-options.ts";
export { createMockMiddleware, type MockMiddleware } from "./server/middleware.ts";
export { type MockServer, type MockServerOptions, startMockServer } from "./server/serve.ts";
