import { setupWorker } from "msw/browser";
import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { element } from "./element.ts";
import { faultSwitch } from "./fault-switch.ts";
import { showPlants } from "./plant-list.ts";
import { type CreatePlant, TIMEOUT_MS } from "./service.ts";

export async function startMock(token: () => string): Promise<CreatePlant> {
  const baseUrl = `${location.origin}/v1`;
  const mock = createPlantStoreMock({ baseUrl, duplicateIds: "reject", storage: sessionStorage });
  const update = () => showPlants(mock.plants.all());
  mock.subscribe(update);
  update();
  await setupWorker(...createHandlers(mock)).start(offline);

  const takeFault = faultSwitch();
  element("token", HTMLInputElement).value ||= "any-token";
  element("service-line", HTMLElement).textContent = "Connected to the mock in this page. Nothing is sent to a server.";
  const client = createPlantStoreClient({
    baseUrl,
    token,
    timeoutMs: TIMEOUT_MS,
    // Queued when the request is sent. A fault for an invalid plant would wait for the next request.
    fetch(input, init) {
      const fault = takeFault();
      if (fault !== undefined) {
        mock.failNext(fault);
      }
      return fetch(input, init);
    },
  });
  return (newPlant, signal) => client.createPlant(newPlant, { signal }).then(unwrap);
}
