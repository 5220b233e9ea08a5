import { jest } from "@jest/globals";
import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

test("creates a plant with mock.fetch as the global fetch", async () => {
  const mock = createPlantStoreMock();
  jest.spyOn(globalThis, "fetch").mockImplementation(mock.fetch);
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any" });
  expect(await client.createPlant({ id: 1, name: "Fern" }).then(unwrap)).toEqual({ name: "Fern" });
  expect((await fetch("https://example.com/")).status).toBe(404);
  jest.restoreAllMocks();
});
