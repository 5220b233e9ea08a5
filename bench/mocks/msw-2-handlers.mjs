import { setupServer } from "msw/node";
import { createPlantStoreMock } from "../../dist/mocks.js";
import { createHandlers, offline } from "../../dist/mocks-msw.js";

export function createMock() {
  const mock = createPlantStoreMock();
  setupServer(...createHandlers(mock)).listen(offline);
  return { fetch: globalThis.fetch, lastId: () => mock.plants.all().at(-1)?.id };
}
