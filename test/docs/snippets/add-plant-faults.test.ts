import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { addPlant, describeFailure } from "./add-plant.ts";

const mock = createPlantStoreMock();
const options = { baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch, timeoutMs: 20 };
const client = createPlantStoreClient(options);

it("returns what to correct", async () => {
  expect(await addPlant(client, { id: 2 ** 53, name: "Fern" })).toMatch(/^The plant wasn't created. .* id isn't exact/);
  expect(mock.requests).toEqual([]);
});

it("says that the plant may exist when the call times out", async () => {
  mock.failNext("timeout");
  expect(await addPlant(client, { id: 1, name: "Fern" })).toMatch(/may have been created/);
});

it("says that nothing was created when no token can be had", async () => {
  const signedOut = createPlantStoreClient({ ...options, token: () => "" });
  expect(await addPlant(signedOut, { id: 1, name: "Fern" })).toBe("The plant wasn't created. Try again later.");
});

it("rethrows other errors", () => {
  expect(() => describeFailure(new RangeError("a bug"))).toThrow("a bug");
});
