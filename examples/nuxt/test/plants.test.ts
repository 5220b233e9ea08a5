import { fetch, setup } from "@nuxt/test-utils/e2e";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { afterAll, beforeEach, expect, it } from "vitest";

const { url, mock, close } = await startMockServer();
await setup({ env: { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: "any-token" } });
beforeEach(() => mock.reset());
afterAll(close);

async function post(body: string) {
  const headers = { "content-type": "application/json" };
  const response = await fetch("/api/plants", { method: "POST", headers, body });
  return [response.status, await response.json()];
}

it("creates a plant", async () => {
  expect(await post('{"id":"9007199254740993","name":"Fern"}')).toEqual([200, { name: "Fern" }]);
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
});

it("says that the plant may exist when the connection drops", async () => {
  mock.failNext("connection");
  expect(await post('{"id":"1","name":"Fern"}')).toMatchObject([502, { mayHaveBeenCreated: true }]);
});
