import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import * as after from "./after.ts";
import * as before from "./before.ts";

const mock = createPlantStoreMock();
vi.stubGlobal("fetch", mock.fetch);
afterEach(() => mock.reset());
afterAll(() => vi.unstubAllGlobals());

it("sends the same request, except for large ids", async () => {
  expect(await before.createPlant({ id: 9007199254740993, name: "Fern" })).toEqual({ name: "Fern" });
  expect((await after.createPlant({ id: 9007199254740993n, name: "Fern" })).data).toEqual({ name: "Fern" });
  expect(mock.plants.all().map(({ id }) => id)).toEqual([9007199254740992n, 9007199254740993n]);
});

it("returns the service's Error, and throws for a response that isn't a Plant", async () => {
  const refused = { error: 17, message: "No room" };
  const welcome = () => Response.json({ title: "Welcome" });
  mock.failNext(refused, refused, welcome, welcome);
  const fern = { id: 1042, name: "Fern" };
  await expect(before.createPlant(fern)).rejects.toThrow("HTTP 400");
  expect((await after.createPlant(fern)).error).toEqual(refused);
  expect(await before.createPlant(fern)).toEqual({ title: "Welcome" });
  await expect(after.createPlant(fern)).rejects.toMatchObject({ name: "PlantStoreResponseError" });
});
