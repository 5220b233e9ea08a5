import type { AddressInfo } from "node:net";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { createApp } from "./express-app.js";

const mock = createPlantStoreMock();
const app = createApp({ baseUrl: "https://plants.example.com", fetch: mock.fetch }, () => "my-token");
const server = app.listen(0, "127.0.0.1");
beforeEach(() => mock.reset());
afterAll(() => void server.close());

async function post(body: string) {
  const { port } = server.address() as AddressInfo;
  const headers = { "content-type": "application/json" };
  const response = await fetch(`http://127.0.0.1:${port}/plants`, { method: "POST", headers, body });
  return [response.status, await response.json()];
}

it("creates a plant", async () => {
  expect(await post('{"id":"9007199254740993","name":"Fern"}')).toEqual([201, { name: "Fern" }]);
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
});

it("says that the plant may exist when the connection drops", async () => {
  vi.spyOn(console, "error").mockReturnValueOnce();
  mock.failNext("connection");
  const message = "The plant may have been created. Sending it again could create it twice.";
  expect(await post('{"id":"1","name":"Fern"}')).toEqual([502, { message, mayHaveBeenCreated: true }]);
});

it("refuses a body that isn't JSON", async () => {
  expect(await post("a fern")).toMatchObject([400, { mayHaveBeenCreated: false }]);
});
