import { setupServer } from "msw/node";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

const mock = createPlantStoreMock();
const server = setupServer(...createHandlers(mock));
beforeAll(() => server.listen(offline));
afterEach(() => mock.reset());
afterAll(() => server.close());

it("creates a plant", async () => {
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token" });
  await client.createPlant({ id: 1042, name: "Monstera deliciosa" });
  expect(mock.plants.get(1042)?.name).toBe("Monstera deliciosa");
});
