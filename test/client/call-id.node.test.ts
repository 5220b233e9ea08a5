import { expect, it, onTestFinished, vi } from "vitest";
import { fern } from "../support/fern.ts";
import { created } from "../support/scripted-fetch.ts";
import { baseUrl, TOKEN } from "../support/test-client.ts";

/** Calls twice with a copy of the package that was loaded for it, as a process loads one. */
async function callIds(): Promise<string[]> {
  vi.resetModules();
  const { createPlantStoreClient } = await import("plant-store-sdk");
  const client = createPlantStoreClient({ baseUrl, token: TOKEN, fetch: async () => created() });
  return [(await client.createPlant(fern)).callId, (await client.createPlant(fern)).callId];
}

it("the id of a call differs within a process and between processes", async () => {
  onTestFinished(() => void vi.resetModules());
  const ids = [...(await callIds()), ...(await callIds())];
  expect(ids.map((id) => id.split("-")[1])).toEqual(["1", "2", "1", "2"]);
  expect(new Set(ids).size).toBe(4);
});
