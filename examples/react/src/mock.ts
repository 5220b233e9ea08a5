import { setupWorker } from "msw/browser";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { baseUrl } from "./plant-store.ts";

export async function startMock(): Promise<void> {
  const mock = createPlantStoreMock({ baseUrl, duplicateIds: "reject" });
  await setupWorker(...createHandlers(mock)).start(offline);
}
