import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onlineFetch } from "../../docs/snippets/offline-fetch.ts";

const mock = createPlantStoreMock();
const { createPlant } = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: onlineFetch });

beforeEach(() => {
  mock.reset();
  vi.stubGlobal("fetch", mock.fetch);
});
afterEach(() => void vi.unstubAllGlobals());

it("sends nothing while the browser is offline, and says so", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  await expect(createPlant({ id: 1, name: "Fern" })).rejects.toMatchObject({
    name: "PlantStoreConnectionError",
    message: expect.stringContaining("failed: The browser is offline"),
    mayHaveBeenCreated: false,
    isTransient: true,
  });
  expect(mock.requests).toEqual([]);
});

it("sends the plant when the browser is online", async () => {
  vi.stubGlobal("navigator", { onLine: true });
  expect(await createPlant({ id: 1, name: "Fern" })).toMatchObject({ data: { name: "Fern" } });
});
