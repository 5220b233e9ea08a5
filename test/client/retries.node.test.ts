import process from "node:process";
import { createPlantStoreClient } from "plant-store-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { rejectionOf } from "../support/rejection-of.ts";
import { lost, scriptedFetch } from "../support/scripted-fetch.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("the delays between attempts", () => {
  it("cause no MaxListenersExceededWarning", async () => {
    vi.useFakeTimers();
    const warnings: Error[] = [];
    const keep = (warning: Error) => warnings.push(warning);
    process.on("warning", keep);
    const { fetch, sent } = scriptedFetch(lost);
    const { createPlant } = createPlantStoreClient({
      baseUrl: "https://plants.example.com",
      token: "abc",
      fetch,
      retries: 30,
      timeoutMs: 2 ** 31 - 1,
    });
    const error = rejectionOf(createPlant({ id: 1, name: "Fern" }));
    await vi.runAllTimersAsync();
    await error;
    vi.useRealTimers();
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", keep);
    expect(sent).toHaveLength(31);
    expect(warnings).toEqual([]);
  });
});
