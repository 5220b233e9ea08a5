import { setupServer } from "msw/node";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";

export function createMock() {
  const mock = createPlantStoreMock();
  setupServer(...createHandlers(mock)).listen(offline);
  return { fetch: globalThis.fetch, lastId: () => mock.plants.all().at(-1)?.id };
}
