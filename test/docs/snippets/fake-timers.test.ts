import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("times out after 30 seconds", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  mock.failNext("timeout");
  const rejection = expect(client.createPlant({ id: 1042, name: "Fern" })).rejects.toThrow("30000 ms");
  await vi.advanceTimersByTimeAsync(30_000);
  await rejection;
});
