/**
 * The mock as a web application: operation, page and control API as a `fetch` handler for Bun, Deno, Hono, Next.js, service
 * workers and Durable Objects. It doesn't need Node or msw.
 *
 * @module plant-store-sdk/mocks/app
 */

export type { MockAppOptions } from "./app/app-options.ts";
export { createMockApp, type MockApp } from "./app/web-app.ts";
