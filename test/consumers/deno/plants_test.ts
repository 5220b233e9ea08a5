import { deepEqual, rejects } from "node:assert/strict";
import { createPlantStoreClient } from "npm:plant-store-sdk";
import { createPlantStoreMock } from "npm:plant-store-sdk/mocks";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
Deno.test.beforeEach(() => mock.reset());

Deno.test("creates a plant", async () => {
  await client.createPlant({ id: 1042, name: "Fern" });
  deepEqual(mock.plants.all(), [{ id: 1042, name: "Fern" }]);
});

Deno.test("says that the plant may exist when the response is lost", async () => {
  mock.failNext({ fault: "connection", creates: true });
  await rejects(client.createPlant({ id: 1042, name: "Fern" }), { mayHaveBeenCreated: true });
});
