import type { AddressInfo } from "node:net";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { createApp } from "./express-app.js";

const mock = createPlantStoreMock({ token: ["ada-token", "bob-token"] });
const app = createApp({ baseUrl: "https://plants.example.com", fetch: mock.fetch }, (request) =>
  request.get("x-token"),
);
const server = app.listen(0, "127.0.0.1");
beforeEach(() => mock.reset());
afterAll(() => void server.close());

async function post(body: string, token = "ada-token") {
  const { port } = server.address() as AddressInfo;
  const headers = { "content-type": "application/json", "x-token": token };
  const response = await fetch(`http://127.0.0.1:${port}/plants`, { method: "POST", headers, body });
  return [response.status, await response.json()];
}

it("creates a plant", async () => {
  expect(await post('{"id":"9007199254740993","name":"Fern"}')).toEqual([201, { name: "Fern" }]);
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
});

it("sends each plant with its user's token when two users create plants at the same time", async () => {
  await Promise.all([post('{"id":"1","name":"Fern"}', "ada-token"), post('{"id":"2","name":"Moss"}', "bob-token")]);
  const tokens = mock.requests.map(({ newPlant, headers }) => [newPlant?.name, headers.authorization]);
  expect(Object.fromEntries(tokens)).toEqual({ Fern: "Bearer ada-token", Moss: "Bearer bob-token" });
});

it("asks a user to sign in who has no token", async () => {
  vi.spyOn(console, "error").mockReturnValueOnce();
  expect(await post('{"id":"1","name":"Fern"}', "")).toMatchObject([401, { mayHaveBeenCreated: false }]);
});

it("asks a user to sign in whose token the service refuses", async () => {
  vi.spyOn(console, "error").mockReturnValueOnce();
  expect(await post('{"id":"1","name":"Fern"}', "old-token")).toMatchObject([401, { mayHaveBeenCreated: false }]);
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
