import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

// #region stub
const mock = createPlantStoreMock();
beforeEach(() => void vi.stubGlobal("fetch", mock.fetch));
afterEach(() => {
  vi.unstubAllGlobals();
  mock.reset();
});
// #endregion

it("responds to a client that uses the global fetch", async () => {
  const { createPlant } = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token" });
  expect(await createPlant({ id: 1042, name: "Fern" }).then(unwrap)).toEqual({ name: "Fern" });
});

it("responds to every other address with 404", async () => {
  expect((await fetch("https://example.com/other")).status).toBe(404);
});
