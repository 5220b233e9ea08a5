import type { PlantStoreConnectionError, PlantStoreResponseError } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { fern } from "../support/fern.ts";
import { getRejection } from "../support/get-rejection.ts";
import { created } from "../support/scripted-fetch.ts";
import { createPlant, createTestClient, TOKEN, url } from "../support/test-client.ts";
import { textsOf } from "../support/texts-of.ts";

const headers = { authorization: `Bearer ${TOKEN}` };

const quote = `can't send "Bearer ${TOKEN}"`;

const responseError = async (body: string, init: ResponseInit = {}) =>
  (await getRejection(createPlant({ fetch: () => new Response(body, init) }))) as PlantStoreResponseError;

const connectionError = async (cause: unknown) =>
  (await getRejection(createPlant({ fetch: () => Promise.reject(cause) }))) as PlantStoreConnectionError;

describe("a token in a response", () => {
  it("is redacted", async () => {
    const error = await responseError(`<p>${TOKEN}</p>`);
    expect(error.body).toBe("<p>[redacted]</p>");
    expect(error.message).toContain(": <p>[redacted]</p>");
  });

  it("is redacted in the target of a redirect", async () => {
    const error = await responseError("", { status: 302, headers: { location: `/?key=${TOKEN}` } });
    expect(error.message).toContain("a redirect to /?key=[redacted]");
  });

  it.each([200, 4_096])("is redacted before the body is cut after %d characters", async (length) => {
    const error = await responseError(`${"x".repeat(length - 5)}${TOKEN}`);
    expect(`${error.message}${error.body}`).not.toContain(TOKEN.slice(0, 4));
  });

  it("is redacted in the message of an Error", async () => {
    const fetch = () => Response.json({ error: 1, message: `${TOKEN} ran out` }, { status: 400 });
    expect((await createPlant({ fetch })).error).toEqual({ error: 1, message: "[redacted] ran out" });
  });
});

it("the tokens of all attempts are redacted", async () => {
  const tokens = ["rotating-token-1", "rotating-token-2"];
  const call = createPlant({
    baseUrl: "https://plants.example.com/rotating-token-1",
    token: () => tokens.shift() ?? "",
    fetch: () => new Response("rotating-token-1 rotating-token-2", { status: 429 }),
    retries: 1,
    retryDelayMs: () => 0,
  });
  const error = (await getRejection(call)) as PlantStoreResponseError;
  expect(error.body).toBe("[redacted] [redacted]");
  expect(error.message).toContain("/[redacted]/plants");
});

/** An error with causes below it. The innermost one is `levels` down. */
const nest = (innermost: unknown, levels: number): unknown =>
  levels === 0 ? innermost : new Error("no", { cause: nest(innermost, levels - 1) });

describe("the cause of a PlantStoreConnectionError", () => {
  const LEFT_OUT = "The cause is left out, because it may quote the token";

  it.each<[string, unknown]>([
    ["a message", new Error(quote)],
    ["text", quote],
    ["a stack", Object.assign(new Error("no"), { stack: quote })],
    ["another property", Object.assign(new Error("no"), { data: quote })],
    ["a property under a symbol", Object.assign(new Error("no"), { [Symbol("data")]: quote })],
    ["an object in it", Object.assign(new Error("no"), { config: { headers: { authorization: quote } } })],
    ["the headers of a Request", Object.assign(new Error("no"), { request: new Request(url, { headers }) })],
    ["a Map", Object.assign(new Error("no"), { headers: new Map([["authorization", quote]]) })],
    ["a URL", Object.assign(new Error("no"), { url: new URL(`${url}?token=${TOKEN}`) })],
    ["the name of a property", Object.assign(new Error("no"), { [TOKEN]: true })],
    ["the description of a symbol", Object.assign(new Error("no"), { data: Symbol(quote) })],
    ["a RegExp", Object.assign(new Error("no"), { pattern: new RegExp(TOKEN) })],
    ["a property of a function", Object.assign(new Error("no"), { send: Object.assign(() => {}, { quote }) })],
    ["a DOMException", new DOMException(quote)],
    ["a cause", new TypeError("fetch failed", { cause: new Error(quote) })],
    ["a cause that is text", new TypeError("fetch failed", { cause: quote })],
    ["one of several errors", new AggregateError([new Error("no"), new Error(quote)], "no")],
    ["an error a hundred levels down", nest(new Error(quote), 100)],
  ])("is left out when it quotes the token: %s", async (_, thrown) => {
    const error = await connectionError(thrown);
    expect(error).not.toHaveProperty("cause");
    expect(error.message).toContain(LEFT_OUT);
    expect(textsOf(error)).not.toContain(TOKEN);
  });

  it.each(["message", "stack", "cause", "headers", "href", "url", "source"])(
    "is left out when it inherits a member that quotes the token: %s",
    async (name) => {
      expect(await connectionError(Object.create({ [name]: quote }))).not.toHaveProperty("cause");
    },
  );

  it("is left out when it has too much in it to be searched", async () => {
    const values = Array.from({ length: 10_001 }, (_, index) => ({ index }));
    expect(await connectionError(Object.assign(new Error("no"), { values }))).not.toHaveProperty("cause");
  });

  it("may have objects without the token in it", async () => {
    const cause = Object.assign(new Error("no"), {
      config: { bytes: new Uint8Array(20_000), headers: new Headers({ a: "b" }), agent: null },
      classes: { Headers, Response },
    });
    expect((await connectionError(cause)).cause).toBe(cause);
  });

  it("is left out when the body of a response quotes the token", async () => {
    const body = new ReadableStream({ pull: () => Promise.reject(new Error(quote)) });
    const error = await getRejection(createPlant({ fetch: () => new Response(body) }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", message: expect.stringContaining(LEFT_OUT) });
    expect(textsOf(error)).not.toContain(TOKEN);
  });
});

describe("what the caller's own code throws is passed on with the token", () => {
  const own = new Error(quote);

  it("from a hook", async () => {
    const error = await getRejection(createPlant({ hooks: [{ onRequest: () => Promise.reject(own) }] }));
    expect((error as Error).cause).toBe(own);
  });
});

it("the client and a result don't have the token", async () => {
  const client = createTestClient({ fetch: created });
  expect(textsOf([client, client.createPlant, await client.createPlant(fern)])).not.toContain(TOKEN);
});
