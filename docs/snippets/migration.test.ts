import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import * as after from "./after.js";
import * as before from "./before.js";

const mock = createPlantStoreMock();
vi.stubGlobal("fetch", mock.fetch);
beforeEach(() => mock.reset());
afterAll(() => void vi.unstubAllGlobals());

it("creates the plant twice with the loop", async () => {
  mock.failNext({ fault: "connection", creates: true }); // the plant is created, the response is lost
  expect(await before.createPlant({ id: 1042, name: "Fern" })).toEqual({ name: "Fern" });
  expect(mock.plants.size).toBe(2);
});

it("creates the plant once with the client, which says that it may exist", async () => {
  mock.failNext({ fault: "connection", creates: true });
  const call = after.createPlant({ id: 1042, name: "Fern" });
  await expect(call).rejects.toMatchObject({ attempts: 1, mayHaveBeenCreated: true });
  expect(mock.plants.size).toBe(1);
});

it("repeats what can't have created the plant", async () => {
  mock.failNext("unreachable", "unreachable");
  expect(await after.createPlant({ id: 1042, name: "Fern" })).toEqual({ name: "Fern" });
  expect(mock.plants.size).toBe(1);
});
