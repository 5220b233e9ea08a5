import { afterAll, expect, test } from "bun:test";
import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { startMockServer } from "plant-store-sdk/mocks/server";

const id = 9007199254740993n;

test("creates a plant with mock.fetch", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  expect(await client.createPlant({ id, name: "Fern" }).then(unwrap)).toEqual({ name: "Fern" });
  expect(mock.plants.get(id)?.id).toBe(id);
});

const server = await startMockServer({ token: "secret" });
afterAll(() => server.close());

test("creates a plant over HTTP", async () => {
  const client = createPlantStoreClient({ baseUrl: server.url, token: "secret" });
  expect(await client.createPlant({ id, name: "Fern" }).then(unwrap)).toEqual({ name: "Fern" });
  expect(server.mock.plants.get(id)?.id).toBe(id);
});
