import { createPlantStoreClient, PlantStoreTimeoutError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("times out after 30 seconds", async () => {
  mock.failNext("timeout");
  const timesOut = expect(client.createPlant({ id: 1042, name: "Fern" })).rejects.toThrow(PlantStoreTimeoutError);
  await vi.advanceTimersByTimeAsync(30_000);
  await timesOut;
});
