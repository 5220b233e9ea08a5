import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { PlantForm } from "./plant-form";

/** A client with a mock of its own, since a page of the docs shows all stories at once. */
function connect(fault) {
  const mock = createPlantStoreMock();
  mock.failWhen({}, fault);
  return createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
}

export default { component: PlantForm };
export const Slow = { args: connect({ delayMs: 2_000 }) };
export const ConnectionLost = { args: connect("connection") };
