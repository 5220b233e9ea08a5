import { setupWorker } from "msw/browser";
import { createPlantStoreMock, type PlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";

declare global {
  /** The mock in the page, for the tests. */
  var mock: PlantStoreMock;
}

/** Starts a mock of the service in MSW's service worker. Each page has a mock of its own. */
export async function startWorker(): Promise<void> {
  globalThis.mock = createPlantStoreMock({ duplicateIds: "reject" });
  await setupWorker(...createHandlers(mock)).start(offline);
}
