import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { handler } from "./create-plant-function.js";

const mock = createPlantStoreMock();
beforeEach(() => {
  vi.stubEnv("PLANT_STORE_TOKEN", "my-token");
  vi.stubGlobal("fetch", mock.fetch);
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  mock.reset();
});

const invoke = (body: string, remainingMs = 20_000) =>
  handler({ body }, { getRemainingTimeInMillis: () => remainingMs });

it("creates a plant", async () => {
  expect(await invoke('{"id":"9007199254740993","name":"Fern"}')).toMatchObject({ statusCode: 201 });
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
});

it("creates the plant of a form, also without a context", async () => {
  const headers = { "CONTENT-TYPE": "Application/X-WWW-Form-URLEncoded" };
  expect(await handler({ headers, body: "id=1&name=Fern" })).toMatchObject({ statusCode: 201 });
  expect(mock.plants.all()).toEqual([{ id: 1, name: "Fern" }]);
});

it.each([
  [20_000, 8_000],
  [5_000, 4_000],
])("with %i ms left at the platform, responds after %i ms that the plant may exist", async (remainingMs, endMs) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  mock.failNext("timeout");
  const response = invoke('{"id":"1","name":"Fern"}', remainingMs);
  await vi.advanceTimersByTimeAsync(endMs);
  expect(await response).toMatchObject({ statusCode: 502, body: expect.stringContaining('"mayHaveBeenCreated":true') });
});

it("returns the issues of an invalid plant", async () => {
  expect(await invoke('{"id":"a dozen","name":"Fern"}')).toMatchObject({ statusCode: 422 });
  expect(mock.requests).toEqual([]);
});
