/**
 * The mock as MSW request handlers. Requires msw 2 or later, an optional peer dependency.
 *
 * @module plant-store-sdk/mocks/msw
 */

export { createHandlers, offline } from "./in-process/msw-handlers.ts";
