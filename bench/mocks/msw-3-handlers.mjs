import { setupServer } from "msw3/node";
// Laid there by bench/prepare.ts, where "msw" is msw 3.
import { createPlantStoreMock } from "../node_modules/.cache/msw-3/node_modules/plant-store-sdk/dist/mocks.js";
import { createHandlers, offline } from "../node_modules/.cache/msw-3/node_modules/plant-store-sdk/dist/mocks-msw.js";

export function createMock() {
  const mock = createPlantStoreMock();
  setupServer(...createHandlers(mock)).listen(offline);
  return { fetch: globalThis.fetch, lastId: () => mock.plants.all().at(-1)?.id };
}
