import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import worker from "../src/index";

const mock = createPlantStoreMock();
beforeEach(() => {
  vi.stubGlobal("fetch", mock.fetch);
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  mock.reset();
});

const VALUES = { id: "9007199254740993", name: "Fern" };
const OUR_SIDE = "The plant wasn't created. Something is wrong on our side.";

async function post(body: string, { type = "application/json", token = "my-token" } = {}) {
  const env = { PLANT_STORE_URL: "https://plants.example.com", PLANT_STORE_TOKEN: token };
  const headers = { "content-type": type };
  const request = new Request("https://example.com/plants", { method: "POST", headers, body });
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env);
  return [response.status, await response.json()];
}

it("creates a plant", async () => {
  expect(await post(JSON.stringify(VALUES))).toEqual([201, { name: "Fern" }]);
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
});

it("sends the token of the secret", async () => {
  await post(JSON.stringify(VALUES));
  expect(mock.requests).toMatchObject([{ headers: { authorization: "Bearer my-token" } }]);
});

it("returns the issues of an invalid plant", async () => {
  expect(await post('{"name":"Fern","id":"a dozen"}')).toMatchObject([422, { issues: [{ path: ["id"] }] }]);
  expect(mock.requests).toEqual([]);
});

it.each(["application/json", "application/x-www-form-urlencoded"])("takes no HTML form as %s", async (type) => {
  const message = "The plant wasn't created: the body isn't JSON.";
  expect(await post("id=1&name=Fern", { type })).toEqual([400, { message, mayHaveBeenCreated: false }]);
});

it("says that the plant may exist when the connection drops", async () => {
  mock.failNext("connection");
  const message = "The plant may have been created. Sending it again could create it twice.";
  expect(await post(JSON.stringify(VALUES))).toEqual([502, { message, mayHaveBeenCreated: true }]);
});

it("asks no user to sign in again, since the token is the server's", async () => {
  mock.failNext(401);
  expect(await post(JSON.stringify(VALUES))).toEqual([500, { message: OUR_SIDE, mayHaveBeenCreated: false }]);
});

it.each([null, "", "my token"])("returns JSON when the secret is %j", async (token) => {
  const response = await post(JSON.stringify(VALUES), { token: token as string });
  expect(response).toEqual([500, { message: OUR_SIDE, mayHaveBeenCreated: false }]);
  expect(mock.requests).toEqual([]);
});
