import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { beforeEach, expect, it } from "vitest";
import { addPlant } from "./add-plant.js";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
beforeEach(() => mock.reset());

it("returns a message when the plant was created", async () => {
  expect(await addPlant(client, { id: 1042, name: "Monstera deliciosa" })).toBe("Created Monstera deliciosa.");
  expect(mock.plants.all()).toEqual([{ id: 1042n, name: "Monstera deliciosa" }]);
});

it("returns the message of an Error", async () => {
  mock.failNext({ error: 17, message: "No room for another plant." });
  expect(await addPlant(client, { id: 1042, name: "Fern" })).toContain("No room for another plant.");
});
