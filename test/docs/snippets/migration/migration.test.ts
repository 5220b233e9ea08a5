import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import * as after from "./after.ts";
import * as before from "./before.ts";

const mock = createPlantStoreMock();
vi.stubGlobal("fetch", mock.fetch);
afterEach(() => mock.reset());
afterAll(() => vi.unstubAllGlobals());

it("creates the same plant", async () => {
  expect(await before.createPlant({ id: 1042, name: "Fern" })).toEqual({ name: "Fern" });
  expect((await after.createPlant({ id: 1042, name: "Fern" })).data).toEqual({ name: "Fern" });
  expect(mock.requests.map(({ newPlant }) => newPlant)).toEqual([
    { id: 1042n, name: "Fern" },
    { id: 1042n, name: "Fern" },
  ]);
});

it("sends large ids exactly", async () => {
  await before.createPlant({ id: Number("9007199254740993"), name: "Fern" });
  await after.createPlant({ id: 9007199254740993n, name: "Fern" });
  expect(mock.plants.all().map(({ id }) => id)).toEqual([9007199254740992n, 9007199254740993n]);
});

it("returns the service's Error", async () => {
  mock.failNext({ error: 17, message: "No room" }, { error: 17, message: "No room" });
  await expect(before.createPlant({ id: 1042, name: "Fern" })).rejects.toThrow("HTTP 400");
  expect((await after.createPlant({ id: 1042, name: "Fern" })).error).toEqual({ error: 17, message: "No room" });
});

it("throws for a response that isn't a Plant", async () => {
  const noPlant = () => Response.json({ title: "Welcome" });
  mock.failNext(noPlant, noPlant);
  expect(await before.createPlant({ id: 1042, name: "Fern" })).toEqual({ title: "Welcome" });
  await expect(after.createPlant({ id: 1042, name: "Fern" })).rejects.toMatchObject({
    name: "PlantStoreResponseError",
  });
});
