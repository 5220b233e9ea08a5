import { setupWorker } from "msw/browser";
import { createPlantStoreClient, type PlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { element } from "./element.ts";
import { faultSwitch } from "./fault-switch.ts";
import { TIMEOUT_MS } from "./service.ts";

/** Starts the mock behind a service worker, with which nothing leaves this page, and makes a client of it. */
export async function startMock(token: () => string): Promise<PlantStoreClient> {
  const baseUrl = `${location.origin}/v1`;
  const mock = createPlantStoreMock({ baseUrl, duplicateIds: "reject" });
  await setupWorker(...createHandlers(mock)).start(offline);
  const takeFault = faultSwitch();
  element("token", HTMLInputElement).value ||= "any-token";
  element("service-line", HTMLElement).textContent = "Talking to the mock in this page: nothing leaves it";
  return createPlantStoreClient({
    baseUrl,
    token,
    timeoutMs: TIMEOUT_MS,
    // The fault is queued when the request goes: one that never does must not leave it to the next.
    fetch(input, init) {
      const fault = takeFault();
      if (fault !== undefined) {
        mock.failNext(fault);
      }
      return fetch(input, init);
    },
  });
}
