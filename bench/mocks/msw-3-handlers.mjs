import { setupServer } from "msw3/node";
// The built package beside msw 3, laid there by bench/prepare.ts.
import { createPlantStoreMock } from "../node_modules/.cache/msw-3/dist/mocks.js";
import { createHandlers, offline } from "../node_modules/.cache/msw-3/dist/mocks-msw.js";

export function createMock() {
  const mock = createPlantStoreMock();
  setupServer(...createHandlers(mock)).listen(offline);
  return { fetch: globalThis.fetch, lastId: () => mock.plants.all().at(-1)?.id };
}
