import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";

it("sends the plant once, and records no token", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "my-access-token",
    fetch: mock.fetch,
  });
  await client.createPlant({ id: 1042, name: "Fern" });

  expect(mock.requests).toMatchObject([
    {
      method: "POST",
      url: "https://plants.example.com/plants",
      headers: { authorization: "Bearer [redacted]", "content-type": "application/json" },
      body: '{"id":1042,"name":"Fern"}',
      newPlant: { id: 1042n, name: "Fern" },
      outcome: "created",
      status: 200,
      response: { status: 200, body: '{"name":"Fern"}' },
    },
  ]);
});
