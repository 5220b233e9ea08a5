/**
 * The mock in Vite's dev server. Doesn't require msw.
 *
 * @module plant-store-sdk/mocks/vite
 */

export type { MockAppOptions } from "./app/app-options.ts";
export { type PlantStoreMockPlugin, plantStoreMock } from "./server/vite-plugin.ts";
