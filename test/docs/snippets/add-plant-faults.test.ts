import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { addPlant } from "./add-plant.ts";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: "any-token",
  fetch: mock.fetch,
  timeoutMs: 20,
});

it("returns what to correct", async () => {
  expect(await addPlant(client, { id: 2 ** 53, name: "Fern" })).toMatch(/^Please correct: id isn't exact as a number/);
  expect(mock.requests).toEqual([]);
});

it("returns a message when the call times out", async () => {
  mock.failNext("timeout");
  expect(await addPlant(client, { id: 1, name: "Fern" })).toMatch(/can't be reached/);
});

it("rethrows other errors", async () => {
  mock.failNext("html");
  await expect(addPlant(client, { id: 1, name: "Fern" })).rejects.toMatchObject({ name: "PlantStoreResponseError" });
});
