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

it("lets another host respond", async () => {
  // #region others
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) =>
    url === "https://login.example.com/token" ? new Response("any-token") : mock.fetch(url, init),
  );
  // #endregion

  const token = async () => (await fetch("https://login.example.com/token")).text();
  const { createPlant } = createPlantStoreClient({ baseUrl: "https://plants.example.com", token });
  expect(await createPlant({ id: 1042, name: "Fern" }).then(unwrap)).toEqual({ name: "Fern" });
});
