import { deepEqual, equal, match } from "node:assert/strict";
import { createPlantStoreClient } from "npm:plant-store-sdk";
import { createPlantStoreMock } from "npm:plant-store-sdk/mocks";
import { createFern } from "./plants.ts";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
Deno.test.beforeEach(() => mock.reset());

Deno.test("creates the fern with its exact id", async () => {
  equal(await createFern(client), "Created: Boston fern");
  deepEqual(mock.plants.all(), [{ id: 9007199254740993n, name: "Boston fern" }]);
});

Deno.test("says that the fern may exist when the response is lost", async () => {
  mock.failNext({ fault: "connection", creates: true });
  match(await createFern(client), /^The plant may exist/);
});
