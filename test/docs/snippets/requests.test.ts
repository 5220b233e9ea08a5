import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";

it("records what was asked and answered, without the token", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "my-token",
    fetch: mock.fetch,
  });
  await client.createPlant({ id: 1042, name: "Fern" });

  expect(mock.requests).toEqual([
    {
      method: "POST",
      url: "https://plants.example.com/plants",
      headers: { authorization: "Bearer [redacted]", "content-type": "application/json" },
      newPlant: { id: 1042n, name: "Fern" },
      status: 200,
      outcome: "created",
    },
  ]);
});
