import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";

it("creates the plant after two connection failures", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "any",
    fetch: mock.fetch,
    retries: 2,
    retryDelayMs: () => 0,
  });

  mock.failNext("connection", "connection");
  await client.createPlant({ id: 1042, name: "Fern" }).then(unwrap);

  expect(mock.requests.map(({ outcome }) => outcome)).toEqual(["fault", "fault", "created"]);
});
