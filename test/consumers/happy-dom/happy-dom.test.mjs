import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, test } from "vitest";

test("creates a plant with mock.fetch", async () => {
  const mock = createPlantStoreMock();
  const { createPlant } = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });
  expect((await createPlant({ id: 9007199254740993n, name: "Fern" })).data).toEqual({ name: "Fern" });
  expect(mock.plants.get(9007199254740993n)?.name).toBe("Fern");
});
