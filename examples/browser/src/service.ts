import { createPlantStoreClient, type NewPlant, type Plant, unwrap } from "plant-store-sdk";
import { element } from "./element.ts";
import { showPlants } from "./plant-list.ts";

export const TIMEOUT_MS = 10_000;

export type CreatePlant = (newPlant: NewPlant, signal: AbortSignal) => Promise<Plant>;

export async function connect(token: () => string): Promise<CreatePlant> {
  const baseUrl = import.meta.env.VITE_PLANT_STORE_URL;
  if (!baseUrl) {
    const { startMock } = await import("./mock.ts");
    return startMock(token);
  }
  const client = createPlantStoreClient({ baseUrl, token, timeoutMs: TIMEOUT_MS });
  element("service-line", HTMLElement).textContent = `Connected to ${baseUrl}`;
  element("mock-page", HTMLAnchorElement).href = new URL("/", baseUrl).href;
  element("no-fault-switch", HTMLElement).hidden = false;

  const created: NewPlant[] = [];
  return async (newPlant, signal) => {
    const plant = await client.createPlant(newPlant, { signal }).then(unwrap);
    created.push({ ...plant, id: newPlant.id });
    showPlants(created);
    return plant;
  };
}
