import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, expect, it, vi } from "vitest";
import * as after from "./after.ts";
import * as before from "./before.ts";

const mock = createPlantStoreMock();
vi.stubGlobal("fetch", mock.fetch);
afterEach(() => mock.reset());

it("creates the same plant before and after", async () => {
  expect(await before.createPlant({ id: 1042, name: "Fern" })).toEqual({ name: "Fern" });
  expect((await after.createPlant({ id: 1042, name: "Fern" })).data).toEqual({ name: "Fern" });
  expect(mock.requests.map(({ newPlant }) => newPlant)).toEqual([
    { id: 1042n, name: "Fern" },
    { id: 1042n, name: "Fern" },
  ]);
});

it("keeps large ids, which were rounded before", async () => {
  await before.createPlant({ id: Number("9007199254740993"), name: "Fern" });
  await after.createPlant({ id: 9007199254740993n, name: "Fern" });
  expect(mock.plants.all().map(({ id }) => id)).toEqual([9007199254740992n, 9007199254740993n]);
});

it("keeps the service's Error, which was lost before", async () => {
  mock.failNext({ error: 17, message: "No room" }, { error: 17, message: "No room" });
  await expect(before.createPlant({ id: 1042, name: "Fern" })).rejects.toThrow("HTTP 400");
  expect((await after.createPlant({ id: 1042, name: "Fern" })).error).toEqual({ error: 17, message: "No room" });
});

it("tells what is no Plant, which passed for one before", async () => {
  const noPlant = () => Response.json({ title: "Welcome" });
  mock.failNext(noPlant, noPlant);
  expect(await before.createPlant({ id: 1042, name: "Fern" })).toEqual({ title: "Welcome" });
  await expect(after.createPlant({ id: 1042, name: "Fern" })).rejects.toMatchObject({
    name: "PlantStoreResponseError",
  });
});
