import { getEventListeners } from "node:events";
import { createPlantStoreClient } from "plant-store-sdk";
import { afterEach, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { lost, scriptedFetch } from "../support/scripted-fetch.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("leaves no listener behind after the delay before a retry", async () => {
  vi.useFakeTimers();
  const { fetch, sent } = scriptedFetch(lost);
  const { createPlant } = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "abc",
    fetch,
    retries: 30,
    timeoutMs: 2 ** 31 - 1,
  });
  const error = getRejection(createPlant({ id: 1, name: "Fern" }));
  await vi.runAllTimersAsync();
  await error;
  expect(sent).toHaveLength(31);
  expect(sent.flatMap(({ signal }) => getEventListeners(signal, "abort"))).toEqual([]);
});
