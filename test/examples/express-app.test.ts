import { createServer } from "node:http";
import type { PlantStoreClientOptions } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { beforeEach, expect, it, vi } from "vitest";
import { createApp } from "../../examples/express/express-app.ts";
import { listening } from "../support/listening.ts";

const mock = createPlantStoreMock();
const SIGN_IN = "The plant wasn't created. Sign in again, or contact us.";
const VALUES = { id: "9007199254740993", name: "Fern" };

beforeEach(() => {
  mock.reset();
  vi.spyOn(console, "error").mockReturnValue();
  return () => vi.restoreAllMocks();
});

const serve = (
  options: Partial<PlantStoreClientOptions> = {},
  getToken: Parameters<typeof createApp>[1] = () => "my-token",
) =>
  listening(
    createServer(createApp({ baseUrl: "https://plants.example.com", fetch: mock.fetch, ...options }, getToken)),
  );

const asJson = (plant: object, headers = {}): RequestInit => ({
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(plant),
});

const post = (url: string, init: RequestInit) => fetch(`${url}/plants`, { method: "POST", ...init });

it.each([
  ["a dozen", "format", "Use digits without leading zeros, such as 1042 or -5"],
  [1042, "type", "id must be text"],
])("returns the issue of the id %j", async (id, code, message) => {
  const response = await post(await serve(), asJson({ ...VALUES, id }));
  expect([response.status, await response.json()]).toEqual([422, { issues: [{ code, path: ["id"], message }] }]);
});

it("keeps the tokens of users apart whose requests overlap, also in a retry", async () => {
  mock.failNext(429, 429);
  const waiting: (() => void)[] = [];
  const url = await serve({ retries: 1, retryDelayMs: () => 0 }, async (request) => {
    await new Promise<void>((proceed) => {
      waiting.push(proceed);
      if (waiting.length >= 2) {
        waiting.map((each) => each());
      }
    });
    return `token-of-${request.get("x-user")}`;
  });
  await Promise.all(["ada", "bob"].map((name) => post(url, asJson({ ...VALUES, name }, { "x-user": name }))));
  const sent = mock.requests.map(({ newPlant, headers }) => `${newPlant?.name}: ${headers.authorization}`);
  const [ada, bob] = ["ada: Bearer token-of-ada", "bob: Bearer token-of-bob"];
  expect(sent.sort()).toEqual([ada, ada, bob, bob]);
});

it("says whether the plant may exist, and logs its id", async () => {
  mock.failNext("connection");
  const response = await post(await serve(), asJson(VALUES));
  const message = "The plant may have been created. Sending it again could create it twice.";
  expect([response.status, await response.json()]).toEqual([502, { message, mayHaveBeenCreated: true }]);
  expect(vi.mocked(console.error).mock.calls).toEqual([["Plant 9007199254740993:", expect.any(Error)]]);
});

it.each([undefined, ""])("asks a user to sign in again whose token is %j", async (token) => {
  const response = await post(await serve({}, () => token), asJson(VALUES));
  expect([response.status, await response.json()]).toEqual([401, { message: SIGN_IN, mayHaveBeenCreated: false }]);
  expect(mock.requests).toEqual([]);
});

it.each([
  ["broken JSON", '{"id":', {}, 400],
  ["a large body", JSON.stringify("x".repeat(2 ** 20)), {}, 413],
  ["an unknown charset", "{}", { "content-type": "application/json; charset=none" }, 415],
])("returns JSON for %s", async (_, body, headers, status) => {
  const response = await post(await serve(), { ...asJson({}, headers), body });
  const message = "The plant wasn't created: the body isn't JSON, or is too large.";
  expect([response.status, await response.json()]).toEqual([status, { message, mayHaveBeenCreated: false }]);
});

it("doesn't say that nothing was created when the route itself fails", async () => {
  mock.failNext("connection");
  vi.mocked(console.error).mockImplementationOnce(() => {
    throw Object.assign(new Error("a bug"), { status: 400 });
  });
  const response = await post(await serve(), asJson(VALUES));
  expect(await response.text()).not.toContain("wasn't created");
});

it("throws at the start if an option is wrong", () => {
  expect(() => createApp({ baseUrl: "plants.example.com" }, () => "my-token")).toThrow(/baseUrl/);
});

it.each([
  ["application/x-www-form-urlencoded", String(new URLSearchParams(VALUES))],
  ["text/plain", JSON.stringify(VALUES)], // an input with the name {"id":"1","x":" and the value "} makes JSON
])("takes no HTML form, which can have the type %s", async (type, body) => {
  const response = await post(await serve(), { headers: { "content-type": type }, body });
  expect(response.status).toBe(422);
  expect(mock.requests).toEqual([]);
});
