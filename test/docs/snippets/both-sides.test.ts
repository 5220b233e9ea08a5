import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { beforeEach, expect, it } from "vitest";
import { addPlant } from "./add-plant.js";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: "any-token",
  fetch: mock.fetch,
  timeoutMs: 100,
});
const fern = { id: 1042, name: "Fern" };
beforeEach(() => mock.reset());

const afterTheFact: Fault[] = [
  { fault: "connection", creates: true },
  { fault: "timeout", creates: true },
  { error: 9, message: "Busy", status: 503, creates: true },
];

it.each(afterTheFact)("says that a plant may exist, which does: %o", async (fault) => {
  mock.failNext(fault);
  expect(await addPlant(client, fern)).toContain("may have been created");
  expect(mock.plants.size).toBe(1);
});

it.each<Fault>(["connection", "timeout"])("says that a plant may exist, which doesn't: %s", async (fault) => {
  mock.failNext(fault);
  expect(await addPlant(client, fern)).toContain("may have been created");
  expect(mock.plants.size).toBe(0);
});

it.each<Fault>(["unreachable", { error: 7, message: "No room" }])("says that no plant exists: %o", async (fault) => {
  mock.failNext(fault);
  expect(await addPlant(client, fern)).toContain("wasn't created");
  expect(mock.plants.size).toBe(0);
});

it("doesn't create the plant twice, although the client retries", async () => {
  mock.failNext("unreachable", { fault: "connection", creates: true });
  const call = client.createPlant(fern, {
    retries: 3,
    retryDelayMs: () => 0,
    shouldRetry: ({ isTransient, mayHaveBeenCreated }) => isTransient && !mayHaveBeenCreated,
  });
  await expect(call).rejects.toMatchObject({ attempts: 2, mayHaveBeenCreated: true });
  expect(mock.plants.size).toBe(1);
});
