import { createPlantStoreClient, type PlantStoreClientOptions, PlantStoreConnectionError } from "plant-store-sdk";
import { describe, expect, it, vi } from "vitest";
import { bothWays } from "../support/both-ways.ts";
import { getRejection } from "../support/get-rejection.ts";

const TOKEN = "a-token-that-nobody-may-see";
const encode = (text: string) => new TextEncoder().encode(text);

describe.each(bothWays)("a custom fetch, $way,", ({ middleware }) => {
  const createTestClient = (fetch: (...args: never[]) => unknown) =>
    createPlantStoreClient({
      baseUrl: "https://plants.example.com",
      token: TOKEN,
      fetch: fetch as NonNullable<PlantStoreClientOptions["fetch"]>,
      middleware,
      retries: 3,
      retryDelayMs: () => 0,
    });
  const getOutcome = (fetch: (...args: never[]) => unknown) =>
    createTestClient(fetch).createPlant({ id: 1, name: "Fern" });

  it("passes on the error of another client that the fetch uses, without a retry", async () => {
    const error = await getRejection(
      createPlantStoreClient({ baseUrl: "https://a.example", token: TOKEN }).createPlant({} as never),
    );
    const fetch = vi.fn(() => Promise.reject(error));
    expect(await getRejection(getOutcome(fetch))).toBe(error);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  const cyclic = new Error("socket hang up");
  cyclic.cause = new Error("", { cause: cyclic });

  it.each<[string, unknown, string]>([
    ["an Error", new Error("no route"), "no route"],
    ["an Error with a cause", new TypeError("fetch failed", { cause: new Error("no route") }), "no route"],
    ["an Error whose cause is text", new TypeError("fetch failed", { cause: "no route" }), "no route"],
    ["an Error whose cause only has a code", new Error("no", { cause: { code: "ENOTFOUND" } }), "ENOTFOUND"],
    ["an Error whose cause says nothing", new Error("no route", { cause: {} }), "no route"],
    ["an Error that is its own cause's cause", cyclic, "socket hang up"],
    ["text", "no route", "no route"],
    ["a number", 42, "42"],
    ["a symbol", Symbol("no route"), "Symbol(no route)"],
    ["an object without a prototype", Object.create(null), "fetch gave no reason"],
    ["an Error without a message", new Error(), "fetch gave no reason"],
    ["undefined", undefined, "fetch gave no reason"],
    ["null", null, "fetch gave no reason"],
    ["an Error of several lines", new Error("no\nroute\n"), "no route"],
    [
      "an Error with control characters",
      new Error("no\u001b[31m\u009b\u202eroute"),
      "no\\u001b[31m\\u009b\\u202eroute",
    ],
    ['an Error whose message is "RangeError"', new Error("RangeError"), "RangeError"],
    [
      "an Error whose message quotes a TypeError",
      new Error("TypeError: a is not a function"),
      "TypeError: a is not a function",
    ],
    ["a long Error", new Error("x".repeat(2_000)), `${"x".repeat(952)}…`],
  ])("that rejects with %s rejects with PlantStoreConnectionError", async (_, cause, reason) => {
    const fetch = vi.fn(() => Promise.reject(cause));
    const error = await getRejection(getOutcome(fetch));
    expect(error).toMatchObject({
      name: "PlantStoreConnectionError",
      message: `POST https://plants.example.com/plants failed: ${reason}`,
    });
    expect((error as Error).cause).toBe(cause);
    expect(fetch).toHaveBeenCalledTimes(4);
  });

  it("that rejects with the token gets it redacted in the message and in all causes", async () => {
    const inner = Object.assign(new Error(`got ${TOKEN}`), {
      data: `POST / HTTP/1.1\r\nauthorization: Bearer ${TOKEN}`,
    });
    const outer = new TypeError(`cannot send ${TOKEN}`, { cause: inner });
    const error = await getRejection(getOutcome(() => Promise.reject(outer)));
    expect((error as Error).message).toBe("POST https://plants.example.com/plants failed: got [redacted]");
    expect([outer.message, inner.message]).toEqual(["cannot send [redacted]", "got [redacted]"]);
    expect(inner.data).toBe("POST / HTTP/1.1\r\nauthorization: Bearer [redacted]");
    expect(`${outer.stack}${inner.stack}${(error as Error).stack}`).not.toContain(TOKEN);
  });

  it("that rejects with text that quotes the token gets it redacted in the causes", async () => {
    const error = await getRejection(getOutcome(() => Promise.reject(`cannot send ${TOKEN}`)));
    expect(error).toMatchObject({ cause: "cannot send [redacted]" });
    const outer = new TypeError("fetch failed", { cause: `cannot send ${TOKEN}` });
    await getRejection(getOutcome(() => Promise.reject(outer)));
    expect(outer.cause).toBe("cannot send [redacted]");
  });

  it("that rejects with a frozen error rejects with PlantStoreConnectionError", async () => {
    const frozen = Object.freeze({ message: `cannot send ${TOKEN}` });
    expect(await getRejection(getOutcome(() => Promise.reject(frozen)))).toMatchObject({
      name: "PlantStoreConnectionError",
      message: "POST https://plants.example.com/plants failed: cannot send [redacted]",
    });
  });

  it.each<[string, Error]>([
    ["ReferenceError", new ReferenceError("plants is not defined")],
    ["RangeError", new RangeError("Invalid array length")],
    ["SyntaxError", new SyntaxError("Unexpected token")],
    ...[
      "Cannot read properties of undefined (reading 'id')",
      "plants.map is not a function",
      "undefined is not an object (evaluating 'plants.map')",
      "undefined is not iterable (cannot read property Symbol(Symbol.iterator))",
      'can\'t access property "id", plants is undefined',
    ].map((message): [string, Error] => [`TypeError: ${message}`, new TypeError(message)]),
  ])("that throws a %s rejects with PlantStoreInputError, without a retry", async (_, bug) => {
    const fetch = vi.fn(() => Promise.reject(bug));
    const error = await getRejection(getOutcome(fetch));
    expect(error).toMatchObject({
      name: "PlantStoreInputError",
      message: `Invalid fetch or response: it threw ${bug}`,
      cause: bug,
    });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it.each([
    "Failed to fetch",
    "NetworkError when attempting to fetch resource.",
    "Load failed",
    "Origin https://app.example is not allowed by Access-Control-Allow-Origin.",
    "Network connection lost.",
    "error sending request for url (https://plants.example.com/plants)",
    "Cannot load https://plants.example.com/plants due to access control checks.",
  ])("that rejects with the TypeError of a runtime, %s, rejects with PlantStoreConnectionError", async (message) => {
    const fetch = vi.fn(() => Promise.reject(new TypeError(message)));
    expect(await getRejection(getOutcome(fetch))).toMatchObject({ name: "PlantStoreConnectionError" });
    expect(fetch).toHaveBeenCalledTimes(4);
  });

  it("that rejects with a DOMException that quotes the token gets it redacted", async () => {
    const error = await getRejection(getOutcome(() => Promise.reject(new DOMException(`no ${TOKEN}`))));
    expect((error as Error).cause).toMatchObject({ name: "Error", message: "no [redacted]" });
  });

  it("that throws an error that quotes the token gets it redacted", async () => {
    const bug = new ReferenceError(`${TOKEN} is not defined`);
    const error = await getRejection(getOutcome(() => Promise.reject(bug)));
    expect((error as Error).message).toBe(
      "Invalid fetch or response: it threw ReferenceError: [redacted] is not defined",
    );
    expect(`${bug.message}${bug.stack}${(error as Error).stack}`).not.toContain(TOKEN);
  });

  it.each<[string, unknown, string]>([
    [
      "whose next throws",
      {
        [Symbol.asyncIterator]: () => ({
          next() {
            throw new Error("a bug");
          },
        }),
      },
      "Error: a bug",
    ],
    [
      "whose next throws text",
      {
        [Symbol.asyncIterator]: () => ({
          next() {
            throw "a bug";
          },
        }),
      },
      "a bug",
    ],
    [
      "that can't be opened",
      {
        [Symbol.asyncIterator]() {
          throw new Error("a bug");
        },
      },
      "Error: a bug",
    ],
    [
      "that throws a text",
      {
        [Symbol.asyncIterator]() {
          throw "a bug";
        },
      },
      "a bug",
    ],
    [
      "that throws an object whose name can't be read",
      {
        [Symbol.asyncIterator]() {
          throw Object.defineProperty({}, "name", { get: () => expect.fail() });
        },
      },
      "an error",
    ],
  ])("can't resolve with an async iterable %s: it isn't retried", async (_, body, bug) => {
    const fetch = vi.fn(async () => ({ ok: true, status: 200, statusText: "OK", headers: new Headers(), body }));
    expect(await getRejection(getOutcome(fetch))).toMatchObject({
      name: "PlantStoreInputError",
      message: `Invalid fetch or response: it threw ${bug}`,
    });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  async function* toChunks(...chunks: unknown[]) {
    yield* chunks;
  }

  it("can resolve with an async iterable as the body, as node-fetch does", async () => {
    const fetch = vi.fn(async () => ({
      ok: true,
      status: 200,
      statusText: "OK",
      headers: new Headers({ "content-type": "application/json" }),
      body: toChunks(encode('{"name":"Fe'), encode('rn"}')),
    }));
    expect((await getOutcome(fetch)).data).toEqual({ name: "Fern" });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("gets its async iterable closed after 1 MiB", async () => {
    let read = 0;
    let isClosed = false;
    async function* endless() {
      try {
        for (;;) {
          read += 2 ** 16;
          yield new Uint8Array(2 ** 16);
        }
      } finally {
        isClosed = true;
      }
    }
    const response = { ok: true, status: 200, statusText: "", headers: new Headers(), body: endless() };
    expect(await getRejection(getOutcome(async () => response))).toMatchObject({
      message: expect.stringContaining("of more than 1 MiB"),
    });
    expect(read).toBeLessThanOrEqual(2 ** 20 + 2 ** 17);
    await vi.waitFor(() => expect(isClosed).toBe(true));
  });

  const readResponse = async () => {
    const response = Response.json({ name: "Fern" });
    await response.text();
    return response;
  };

  it.each<[string, () => unknown, string]>([
    ["undefined", async () => undefined, "it must be a Response"],
    ["an object", async () => ({ status: 200 }), "it must be a Response"],
    ["a Request", async () => new Request("https://plants.example.com"), "it must be a Response"],
    ["a response that has been read", readResponse, "its body has already been read"],
    [
      "a body of text",
      async () => ({ ok: true, status: 200, headers: new Headers(), body: '{"name":"Fern"}' }),
      "its body must be a stream",
    ],
    [
      "chunks of text",
      async () => ({ ok: true, status: 200, headers: new Headers(), body: toChunks('{"name":"Fern"}') }),
      "its body must consist of bytes",
    ],
    [
      "an undefined chunk",
      async () => ({ ok: true, status: 200, headers: new Headers(), body: toChunks(undefined) }),
      "its body must consist of bytes",
    ],
  ])("that resolves with %s rejects with PlantStoreInputError, without a retry", async (_, fetch, problem) => {
    const spy = vi.fn(fetch);
    expect(await getRejection(getOutcome(spy))).toMatchObject({
      name: "PlantStoreInputError",
      message: `Invalid response from fetch or middleware: ${problem}`,
    });
    expect(spy).toHaveBeenCalledTimes(1);
  });
});

describe("the cause of a connection error", () => {
  class Unreadable extends Error {
    override get message(): string {
      throw new Error(TOKEN);
    }
  }

  it.each<[string, unknown]>([
    ["a frozen error", Object.freeze(new Error(TOKEN))],
    ["a frozen cause", new Error("no", { cause: Object.freeze({ message: TOKEN }) })],
    ["an AggregateError", new AggregateError([new Error(TOKEN, { cause: new Error(TOKEN) })], "no")],
    [
      "a frozen error with the token in another property",
      Object.freeze(Object.assign(new Error("no"), { url: TOKEN })),
    ],
    [
      "another property",
      Object.assign(new Error("no", { cause: Object.assign(new Error("no"), { url: TOKEN }) }), { url: TOKEN }),
    ],
    ["a getter that throws", new Unreadable()],
    ["a message that isn't text", { message: Object.create(null), stack: TOKEN }],
  ])("never shows the token: %s", async (_, reason) => {
    const fetch = () => Promise.reject(reason);
    const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: TOKEN, fetch });
    const error = await getRejection(client.createPlant({ id: 1, name: "Fern" }));
    expect(error).toBeInstanceOf(PlantStoreConnectionError);
    const { message, stack, cause } = error as Error;
    const { errors = [] } = Object(cause);
    const texts = [
      message,
      stack,
      ...[cause, ...errors].flatMap((e) => [e?.message, e?.stack, e?.url, e?.cause?.message, e?.cause?.url]),
    ];
    expect(texts.join("\n")).not.toContain(TOKEN);
  });
});

it.each<[string, PlantStoreClientOptions["token"]]>([
  ["is text", TOKEN],
  ["comes from a function", async () => TOKEN],
])("redacts a token that the base URL contains when a call times out and the token %s", async (_, token) => {
  const client = createPlantStoreClient({
    baseUrl: `https://plants.example.com/${TOKEN}`,
    token,
    timeoutMs: 1,
    fetch: () => new Promise(() => {}),
  });
  expect(await getRejection(client.createPlant({ id: 1, name: "Fern" }))).toMatchObject({
    message: "POST https://plants.example.com/[redacted]/plants timed out after 1 ms",
  });
});

it.each<[string, () => AsyncGenerator<unknown, unknown>]>([
  [
    "a DataView",
    async function* () {
      const bytes = new TextEncoder().encode('xx{"name":"Fern"}');
      yield new DataView(bytes.buffer, 2);
    },
  ],
  [
    "a last value beside done",
    async function* () {
      yield new TextEncoder().encode('{"name":"Fern"}');
      return "ignored";
    },
  ],
])("reads a body that is an async iterable with %s", async (_, body) => {
  const response = { ok: true, status: 200, statusText: "OK", headers: new Headers(), body: body() };
  const fetch = async () => response as unknown as Response;
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: TOKEN, fetch });
  expect((await client.createPlant({ id: 1, name: "Fern" })).data).toEqual({ name: "Fern" });
});
