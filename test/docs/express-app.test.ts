import { createServer } from "node:http";
import express from "express";
import { createPlantStoreClient, type PlantStoreClientOptions, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createApp } from "../../docs/snippets/express-app.ts";
import { listening } from "../support/listening.ts";
import { expectOutcomes } from "../support/outcomes.ts";

const mock = createPlantStoreMock();
const LATER = "The plant wasn't created. Try again later.";
const SIGN_IN = "Sign in again. The plant wasn't created.";
const MAYBE = "The plant may have been created. Sending it again could create it twice.";
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

it("creates the plant", async () => {
  const response = await post(await serve(), asJson(VALUES));
  expect([response.status, await response.json()]).toEqual([201, { name: "Fern" }]);
  expect(mock.plants.all()).toEqual([{ id: 9_007_199_254_740_993n, name: "Fern" }]);
});

it("returns the issues of invalid input", async () => {
  const response = await post(await serve(), asJson({ ...VALUES, id: "a dozen" }));
  const issues = [{ code: "format", path: ["id"], message: "Use digits without leading zeros, such as 1042 or -5" }];
  expect([response.status, await response.json()]).toEqual([422, { issues }]);
});

it("sends each plant with the token of its user", async () => {
  const sent: unknown[] = [];
  const fetch: PlantStoreClientOptions["fetch"] = (url, init) => {
    sent.push(new Headers(init.headers).get("authorization"));
    return mock.fetch(url, init);
  };
  const url = await serve({ fetch }, (request) => `token-of-${request.get("x-user")}`);
  await post(url, asJson(VALUES, { "x-user": "ada" }));
  await post(url, asJson(VALUES, { "x-user": "bob" }));
  expect(sent).toEqual(["Bearer token-of-ada", "Bearer token-of-bob"]);
});

describe("the response to a failure", () => {
  const throwError = () => {
    throw new Error("a bug of ours");
  };
  const expired: Fault = { error: 1, message: "Expired", status: 401 };
  const denied: Fault = { error: 1, message: "Denied", status: 403 };
  const slowDown: Fault = { error: 1, message: "Slow down", status: 429 };
  const noRoom: Fault = { error: 7, message: "No room" };

  it.each<[failure: string, faults: Fault[], status: number, body: object, options?: Partial<PlantStoreClientOptions>]>(
    [
      ["a lost connection", ["connection"], 502, { message: MAYBE, mayHaveBeenCreated: true }],
      ["a refused connection", ["unreachable"], 503, { message: LATER, mayHaveBeenCreated: false }],
      ["the status 429", [slowDown], 503, { message: LATER, mayHaveBeenCreated: false }],
      ["the status 401", [expired], 401, { message: SIGN_IN, mayHaveBeenCreated: false }],
      ["the status 403", [denied], 401, { message: SIGN_IN, mayHaveBeenCreated: false }],
      ["a refused plant", [noRoom], 422, { message: "The plant wasn't created. No room", mayHaveBeenCreated: false }],
      ["a bug", [], 500, { message: LATER, mayHaveBeenCreated: false }, { hooks: [{ onRequest: throwError }] }],
    ],
  )(
    "says whether the plant may exist, and is logged unless it was refused: %s",
    async (_, faults, status, body, options) => {
      mock.failNext(...faults);
      const response = await post(await serve(options), asJson(VALUES));
      expect([response.status, await response.json()]).toEqual([status, body]);
      const logged = ["Plant 9007199254740993:", expect.any(Error)];
      expect(vi.mocked(console.error).mock.calls).toEqual(status === 422 ? [] : [logged]);
    },
  );
});

it.each([undefined, ""])("asks a user to sign in again whose token is %j", async (token) => {
  const response = await post(await serve({}, () => token), asJson(VALUES));
  expect([response.status, await response.json()]).toEqual([401, { message: SIGN_IN, mayHaveBeenCreated: false }]);
  expect(mock.requests).toEqual([]);
});

describe("what nobody catches is JSON:", () => {
  it("malformed JSON", async () => {
    const response = await post(await serve(), { ...asJson({}), body: "{" });
    expect([response.status, await response.json()]).toEqual([400, { message: expect.stringContaining("JSON") }]);
  });

  it("an unknown path", async () => {
    const response = await fetch(`${await serve()}/other`);
    expect([response.status, await response.json()]).toEqual([404, { message: "Not found." }]);
  });

  it("a failed token function", async () => {
    const url = await serve({}, () => {
      throw new Error("a bug of ours");
    });
    const response = await post(url, asJson(VALUES));
    expect([response.status, await response.json()]).toEqual([500, { message: "Try again later." }]);
  });
});

it("takes no HTML form", async () => {
  const response = await post(await serve(), { body: new URLSearchParams(VALUES) });
  expect(response.status).toBe(422);
  expect(mock.requests).toEqual([]);
});

it("responds with the status of an error that nobody catches", async () => {
  mock.failNext({ error: 1, message: "Expired", status: 401 });
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "any-token",
    fetch: mock.fetch,
  });
  const app = express().get("/", () => client.createPlant({ id: 1, name: "Fern" }).then(unwrap));
  expect((await fetch(await listening(createServer(app)))).status).toBe(401);
});

it("ends the call when the browser closes the connection", async () => {
  mock.failNext("timeout");
  const browser = new AbortController();
  const call = expect(post(await serve(), { ...asJson(VALUES), signal: browser.signal })).rejects.toThrow("aborted");
  await expectOutcomes({ mock }, "pending");
  browser.abort();
  await call;
  await expectOutcomes({ mock }, "aborted");
});
