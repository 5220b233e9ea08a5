import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { addPlant } from "./add-plant.js";

it.each<{ fault: Fault; message: string; plants: number }>([
  { fault: { fault: "connection", creates: true }, message: "may have been created", plants: 1 },
  { fault: "connection", message: "may have been created", plants: 0 },
  { fault: "unreachable", message: "wasn't created", plants: 0 },
  { fault: { error: 7, message: "No room" }, message: "wasn't created", plants: 0 },
])("says that the plant $message: $fault", async ({ fault, message, plants }) => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  mock.failNext(fault);
  expect(await addPlant(client, { id: 1042, name: "Fern" })).toContain(message);
  expect(mock.plants.size).toBe(plants);
});
