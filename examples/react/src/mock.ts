import { setupWorker } from "msw/browser";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { baseUrl } from "./plant-store.ts";

/** Makes the mock respond in place of the service. No request leaves the page. */
export async function startMock(): Promise<void> {
  const mock = createPlantStoreMock({ baseUrl, duplicateIds: "reject" });
  await setupWorker(...createHandlers(mock)).start(offline);
}
