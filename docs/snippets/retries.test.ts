import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";

it("retries a refused connection, but not a lost response", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "any",
    fetch: mock.fetch,
    retries: 3,
    retryDelayMs: () => 0,
  });

  mock.failNext("unreachable", { fault: "connection", creates: true });
  const call = client.createPlant({ id: 1042, name: "Fern" });

  await expect(call).rejects.toMatchObject({ attempts: 2, mayHaveBeenCreated: true });
  expect(mock.plants.size).toBe(1);
});
