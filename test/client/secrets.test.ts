import type { PlantStoreConnectionError, PlantStoreResponseError } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, lost } from "../support/scripted-fetch.ts";
import { createPlant, createTestClient, fern, type TestOptions, TOKEN, url } from "../support/test-client.ts";

const quote = `can't send "Bearer ${TOKEN}"`;
const connectionError = async (cause: unknown) =>
  (await getRejection(createPlant({ fetch: () => Promise.reject(cause) }))) as PlantStoreConnectionError;

/** All texts that a logger could find in an error, its causes and their properties. */
function textsOf(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== "object" || value === null || seen.has(value)) {
    return String(value);
  }
  seen.add(value);
  const names = ["message", "stack", "cause", "errors", ...Object.getOwnPropertyNames(value)];
  return names.map((name) => textsOf((value as Record<string, unknown>)[name], seen)).join("\n");
}

describe("a token in a response", () => {
  const responseError = async (body: string | null, init: ResponseInit) =>
    (await getRejection(createPlant({ fetch: () => new Response(body, init) }))) as PlantStoreResponseError;

  it("is redacted in the message and body of a PlantStoreResponseError", async () => {
    const error = await responseError(`<p>${TOKEN}</p>`, { headers: { "content-type": `text/${TOKEN}` } });
    expect(error.message).toContain("with text/[redacted], not a Plant or an Error: <p>[redacted]</p>");
    expect(error.body).toBe("<p>[redacted]</p>");
    expect(textsOf(error)).not.toContain(TOKEN);
  });

  it.each([200, 4_096])("is redacted before the body is cut after %d characters", async (length) => {
    const error = await responseError(`${"x".repeat(length - 5)}${TOKEN}`, {});
    expect(`${error.message}${error.body}`).not.toContain(TOKEN.slice(0, 4));
  });

  it("is redacted in the message of an Error", async () => {
    const fetch = () => Response.json({ error: 1, message: `${TOKEN} ran out` }, { status: 400 });
    expect((await createPlant({ fetch })).error).toEqual({ error: 1, message: "[redacted] ran out" });
  });
});

it("the tokens of all attempts are redacted in the outcome and in hooks", async () => {
  const texts: string[] = [];
  let attempts = 0;
  const options: TestOptions = {
    baseUrl: "https://plants.example.com/rotating-token-1",
    token: () => `rotating-token-${++attempts}`,
    hooks: [{ onResponse: ({ text }) => void texts.push(text) }],
    fetch: () => new Response("rotating-token-1 rotating-token-2 rotating-token-3", { status: 503 }),
    retries: 2,
    retryDelayMs: () => 0,
  };
  const error = (await getRejection(createPlant(options))) as PlantStoreResponseError;
  expect(error.body).toBe("[redacted] [redacted] [redacted]");
  expect(error.message).not.toContain("rotating");
  expect(texts).toEqual([
    "[redacted] rotating-token-2 rotating-token-3",
    "[redacted] [redacted] rotating-token-3",
    "[redacted] [redacted] [redacted]",
  ]);
});

describe("the message of a PlantStoreConnectionError", () => {
  const cyclic = new Error("socket hang up");
  cyclic.cause = new Error("", { cause: cyclic });

  it.each<[string, unknown, string]>([
    ["an Error", new Error("no route"), "no route"],
    ["its last cause", new TypeError("fetch failed", { cause: new Error("no route") }), "no route"],
    ["a cause that is text", new TypeError("fetch failed", { cause: "no route" }), "no route"],
    ["a cause that only has a code", new Error("no", { cause: { code: "ENOTFOUND" } }), "ENOTFOUND"],
    ["an error before a cause that says nothing", new Error("no route", { cause: {} }), "no route"],
    ["the last of several errors", new AggregateError([new Error("a"), new Error("b")], "no"), "b"],
    ["the last of several texts", new Error("no", { cause: ["a", "b", []] }), "b"],
    ["an error that is its own cause's cause", cyclic, "socket hang up"],
    ["an error that is frozen", Object.freeze(new Error("no route")), "no route"],
    ["text", "no\nroute\u001b", "no route\\u001b"],
    ["a symbol", Symbol("no route"), "Symbol(no route)"],
    ["nothing for an object without a prototype", Object.create(null), "fetch gave no reason"],
    ["nothing for null", null, "fetch gave no reason"],
  ])("quotes %s, and the cause is what fetch threw", async (_, cause, reason) => {
    const error = await connectionError(cause);
    expect(error.message).toBe(`POST ${url} failed: ${reason}`);
    expect(error.cause).toBe(cause);
  });
});

describe("a token in the causes of a PlantStoreConnectionError", () => {
  it("is redacted in place, in messages, stacks and other properties", async () => {
    const inner = Object.assign(new Error(quote), { data: `authorization: ${TOKEN}`, cause: TOKEN });
    const outer = new TypeError("fetch failed", { cause: inner });
    const error = await connectionError(outer);
    expect(error.message).toBe(`POST ${url} failed: [redacted]`);
    expect(error.cause).toBe(outer);
    expect(inner).toMatchObject({
      message: `can't send "Bearer [redacted]"`,
      stack: expect.stringContaining("[redacted]"),
      data: "authorization: [redacted]",
      cause: "[redacted]",
    });
    expect(textsOf(error)).not.toContain(TOKEN);
  });

  const throwing = () => {
    throw new Error(TOKEN);
  };

  it.each<[string, unknown]>([
    ["text", quote],
    ["a DOMException", new DOMException(quote)],
    ["errors of an AggregateError", new AggregateError([new Error(quote, { cause: TOKEN }), TOKEN], "no")],
    ["strings in an array of causes", new Error("no", { cause: [TOKEN, [new Error(quote)], { url: TOKEN }] })],
    ["a hidden property", Object.defineProperty(new Error("no"), "url", { value: TOKEN, configurable: true })],
    ["a frozen error", Object.freeze(new Error(quote))],
    ["a getter that throws", Object.defineProperty(new Error("no"), "message", { get: throwing })],
    ["an inherited cause", Object.create({ cause: quote })],
    ["inherited errors", Object.create({ errors: quote })],
    ["a symbol-keyed property", Object.assign(new Error("no"), { [Symbol("sent")]: quote })],
    ["a function", Object.assign(() => {}, { message: quote, cause: TOKEN })],
    ["a message that isn't text", { message: Object.create(null), stack: quote }],
  ])("never shows: %s", async (_, cause) => {
    const error = await connectionError(cause);
    expect(error.name).toBe("PlantStoreConnectionError");
    expect(error.mayHaveBeenCreated).toBe(true);
    expect(textsOf(error)).not.toContain(TOKEN);
  });

  it("reads a chain of 100 errors, and drops a longer one, which a getter may make endless", async () => {
    const chain = (length: number): Error => new Error("no", length > 1 ? { cause: chain(length - 1) } : undefined);
    expect((await connectionError(chain(100))).cause).toBeInstanceOf(Error);
    const { message, cause } = await connectionError(chain(101));
    expect([message, cause]).toEqual([`POST ${url} failed: fetch gave no reason`, undefined]);
  });
});

it("a token is redacted when reading the headers of a response throws it", async () => {
  const get = () => {
    throw new Error(quote);
  };
  const fetch = () => ({ status: 503, headers: { get }, body: null });
  const error = await getRejection(createPlant({ fetch }));
  expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated: true });
  expect(textsOf(error)).not.toContain(TOKEN);
});

it("shows no token in the client or a result", async () => {
  const client = createTestClient({ fetch: created });
  expect(textsOf([client, client.createPlant, await client.createPlant(fern), lost])).not.toContain(TOKEN);
});
