import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it, vi } from "vitest";

it("gets over two lost connections", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0); // the waits are random: without any, the test is quick
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });

  mock.failNext("connection", "connection");
  await client.createPlant({ id: 1042, name: "Fern" }, { retries: 2 }).then(unwrap);

  expect(mock.requests.map(({ outcome }) => outcome)).toEqual(["fault", "fault", "created"]);
});
