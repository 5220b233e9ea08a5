import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });

beforeEach(() => {
  mock.reset();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it("times out after 30 seconds", async () => {
  mock.failNext("timeout");
  const rejection = expect(client.createPlant({ id: 1042, name: "Fern" })).rejects.toThrow("30000 ms");
  await vi.advanceTimersByTimeAsync(30_000);
  await rejection;
});

it("retries after a connection failure", async () => {
  mock.failNext("connection");
  const call = client.createPlant({ id: 1042, name: "Fern" }, { retries: 1, timeoutMs: 1_000 });
  await vi.advanceTimersByTimeAsync(500); // the longest wait before the first retry
  expect((await call).data).toEqual({ name: "Fern" });
});
