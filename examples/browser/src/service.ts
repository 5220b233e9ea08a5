import { createPlantStoreClient, type PlantStoreClient } from "plant-store-sdk";
import { element } from "./element.ts";

export const TIMEOUT_MS = 10_000;

/** Makes the client: of the service at `PLANT_STORE_URL`, or, where there is none, of the mock in this page. */
export async function connect(token: () => string): Promise<PlantStoreClient> {
  const baseUrl = import.meta.env.PLANT_STORE_URL;
  if (baseUrl === "") {
    // Asked for only here, so that no page of a real service loads a mock.
    const { startMock } = await import("./mock.ts");
    return startMock(token);
  }
  const client = createPlantStoreClient({ baseUrl, token, timeoutMs: TIMEOUT_MS });
  element("service-line", HTMLElement).textContent = `Talking to ${baseUrl}`;
  element("mock-page", HTMLAnchorElement).href = new URL("/", baseUrl).href;
  element("no-fault-switch", HTMLElement).hidden = false;
  return client;
}
