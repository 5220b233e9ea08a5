import {
  type CreatePlantOptions,
  PlantStoreAbortError,
  PlantStoreApiError,
  PlantStoreCallbackError,
  PlantStoreConnectionError,
  PlantStoreError,
  PlantStoreInputError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
  unwrap,
} from "plant-store-sdk";
import { describe, expect, it, vi } from "vitest";
import { type Copy, classesOf, classNames, createErrors } from "../support/error-classes.ts";
import { getRejection } from "../support/get-rejection.ts";
import { created, failed, html, lost, refused } from "../support/scripted-fetch.ts";
import { createPlant, IN_DOUBT, never, type TestOptions, TOKEN, url, withRetry } from "../support/test-client.ts";

const bug = new Error("a bug");
const throwBug = () => {
  throw bug;
};

type Row = [
  name: string,
  when: string,
  options: TestOptions,
  facts: readonly [attempts: number, mayHaveBeenCreated: boolean, isTransient: boolean],
  call?: CreatePlantOptions,
];

describe("a rejection", () => {
  it.each<Row>([
    ["PlantStoreTokenError", "the token function fails", { token: throwBug }, [0, false, true]],
    ["PlantStoreTokenError", "the token is invalid", { token: () => "Bearer x" }, [0, false, false]],
    ["PlantStoreConnectionError", "the connection is lost", { fetch: lost }, [1, true, true]],
    ["PlantStoreConnectionError", "two connections are lost", { fetch: lost, ...withRetry }, [2, true, true]],
    ["PlantStoreTimeoutError", "fetch hangs", { fetch: () => never, timeoutMs: 500 }, [1, true, true]],
    ["PlantStoreTimeoutError", "the token hangs", { token: () => never, timeoutMs: 1 }, [0, false, true]],
    ["AbortError", "it is aborted early", { fetch: created }, [0, false, true], { signal: AbortSignal.abort() }],
    ["PlantStoreResponseError", "a 502 is HTML", { fetch: html(502) }, [1, true, true]],
    ["PlantStoreResponseError", "a 404 is HTML", { fetch: html(404) }, [1, false, false]],
    ["PlantStoreResponseError", "a 200 is HTML", { fetch: html(200) }, [1, true, false]],
    ["PlantStoreApiError", "the service refuses", { fetch: refused }, [1, false, false]],
    ["PlantStoreApiError", "the service is busy", { fetch: failed(503) }, [1, true, true]],
    ["PlantStoreCallbackError", "onRequest throws", { hooks: [{ onRequest: throwBug }] }, [0, false, false]],
    [
      "PlantStoreCallbackError",
      "shouldRetry throws",
      { fetch: lost, ...withRetry, shouldRetry: throwBug },
      [1, true, false],
    ],
    [
      "PlantStoreCallbackError",
      "retryDelayMs throws",
      { fetch: failed(429), ...withRetry, retryDelayMs: throwBug },
      [1, false, false],
    ],
  ])("with %s tells about the call and the plant when %s", async (name, _, options, facts, call) => {
    const [attempts, mayHaveBeenCreated, isTransient] = facts;
    const callId = expect.stringMatching(/^\w+-\d+$/);
    const error = await getRejection(createPlant(options, call).then(unwrap));
    expect(error).toBeInstanceOf(PlantStoreError);
    expect(error).toMatchObject({ name, callId, attempts, mayHaveBeenCreated, isTransient });
  });
});

describe("PlantStoreCallbackError", () => {
  it.each<[callback: string, message: string, options: TestOptions]>([
    ["onRequest", "The onRequest hook failed. See the cause", { hooks: [{ onRequest: throwBug }] }],
    ["shouldRetry", "shouldRetry failed. See the cause", { fetch: lost, ...withRetry, shouldRetry: throwBug }],
    ["retryDelayMs", "retryDelayMs failed. See the cause", { fetch: lost, ...withRetry, retryDelayMs: throwBug }],
  ])("has what %s threw as its cause", async (callback, message, options) => {
    const error = (await getRejection(createPlant(options))) as PlantStoreCallbackError;
    expect(error).toMatchObject({ name: "PlantStoreCallbackError", callback });
    expect(error.message).toMatch(new RegExp(`^${message}`));
    expect(error.cause).toBe(bug);
  });
});

describe("an error class", () => {
  const response = new Response("no", { status: 400 });
  const details = { attempts: 2, mayHaveBeenCreated: true, cause: "why" };
  const errors = [
    new PlantStoreApiError({ error: 1, message: "no" }, response, details),
    new PlantStoreCallbackError("onRequest", "no", details),
    new PlantStoreConnectionError("no", details),
    new PlantStoreInputError("no", [{ code: "type", message: "no" }], details),
    new PlantStoreResponseError("no", response, "", details),
    new PlantStoreTimeoutError("no", details),
    new PlantStoreTokenError("no", details),
  ];

  it.each(errors)("is the name of its errors: $name", (error) => {
    expect(error).toMatchObject({ ...details, name: error.constructor.name });
    expect(error.stack).toContain(`${error.name}: ${error.message}`);
  });

  it("PlantStoreAbortError names its errors as every runtime does", () => {
    expect(new PlantStoreAbortError("no").name).toBe("AbortError");
  });

  it.each(errors.filter((error) => error.response))("keeps the response out of logs: $name", (error) => {
    expect(error.response).toBe(response);
    expect(Object.keys(error)).not.toContain("response");
  });

  it("has a message of one printable line", () => {
    expect(new PlantStoreTokenError(" No\r\n\u001b[31mroom").message).toBe("No \\u001b[31mroom");
  });

  it("has a message of at most 1,000 characters", () => {
    expect(new PlantStoreTokenError("x".repeat(2_000)).message).toBe(`${"x".repeat(999)}…`);
  });

  it("PlantStoreError is called so at run time", () => {
    expect(PlantStoreError.name).toBe("PlantStoreError");
  });
});

describe("instanceof works across two copies of the package", async () => {
  const first: Copy = await import("../../src/engine/errors.ts");
  const path = "../../src/engine/errors.ts?second";
  const second: Copy = await import(/* @vite-ignore */ path);

  it("whose classes differ", () => {
    expect(classNames.filter((name) => first[name] === second[name])).toEqual([]);
  });

  it.each(classNames)("%s of the first is one of the second, and of no other class", (name) => {
    expect(classesOf(createErrors(first)[name], second)).toEqual(["PlantStoreError", name]);
  });

  it.each(classNames)("%s of the second is one of the first, and of no other class", (name) => {
    expect(classesOf(createErrors(second)[name], first)).toEqual(["PlantStoreError", name]);
  });

  it.each([
    ["undefined", undefined],
    ["null", null],
    ["text", "PlantStoreTokenError"],
    ["another Error", new Error("no")],
    [
      "an error of another package with the same name",
      Object.assign(new Error("no"), { name: "PlantStoreTokenError" }),
    ],
    ["a class", first.PlantStoreTokenError],
  ])("but %s is an instance of no class", (_, value) => {
    expect(classesOf(value, first)).toEqual([]);
  });

  it("but a subclass has only its own instances", () => {
    class OwnError extends first.PlantStoreTokenError {}
    expect(createErrors(first).PlantStoreTokenError).not.toBeInstanceOf(OwnError);
    expect(createErrors(second).PlantStoreTokenError).not.toBeInstanceOf(OwnError);
    const own = new OwnError("no");
    expect(own).toBeInstanceOf(OwnError);
    expect(classesOf(own, first)).toEqual(["PlantStoreError", "PlantStoreTokenError"]);
    expect(classesOf(own, second)).toEqual(["PlantStoreError", "PlantStoreTokenError"]);
  });

  it("but a subclass with the name of a class of the package takes no other errors", () => {
    class PlantStoreError extends first.PlantStoreConnectionError {}
    const errors = [first, second].flatMap((copy) => Object.values(createErrors(copy)));
    expect(errors.filter((error) => error instanceof PlantStoreError)).toEqual([]);
    const own = new PlantStoreError("no");
    expect(own).toBeInstanceOf(PlantStoreError);
    expect(classesOf(own, second)).toEqual(["PlantStoreError", "PlantStoreConnectionError"]);
  });

  it("but a subclass named like another class isn't one of that class", () => {
    class PlantStoreTokenError extends first.PlantStoreConnectionError {}
    const own = new PlantStoreTokenError("no");
    expect(classesOf(own, first)).toEqual(["PlantStoreError", "PlantStoreConnectionError"]);
    expect(classesOf(own, second)).toEqual(["PlantStoreError", "PlantStoreConnectionError"]);
  });
});

describe("the message of an error whose plant may exist ends with the same words", () => {
  const error = new PlantStoreApiError({ error: 1, message: "No room." }, new Response(), { mayHaveBeenCreated: true });

  it("behind a text of the service", () => {
    expect(error.message).toBe(`No room.${IN_DOUBT}`);
  });

  it("behind a text that is cut", () => {
    const { message } = new PlantStoreTokenError("x".repeat(2_000), { mayHaveBeenCreated: true });
    expect(message).toHaveLength(1_000);
    expect(message.endsWith(`x…${IN_DOUBT}`)).toBe(true);
  });

  it.each<[string, (error: Error) => unknown]>([
    ["String(error)", String],
    ["structuredClone", (error) => structuredClone(error).message],
    ["its stack", (error) => error.stack],
  ])("in %s", (_, copy) => {
    expect(copy(error)).toContain(`No room.${IN_DOUBT}`);
  });
});

describe("the message of a PlantStoreConnectionError", () => {
  const cyclic = new Error("socket hang up");
  cyclic.cause = new Error("", { cause: cyclic });

  it.each<[string, unknown, string]>([
    ["an Error", new Error("no route"), "no route"],
    ["its last cause", new TypeError("fetch failed", { cause: new Error("no route") }), "no route"],
    ["a cause that is text", new TypeError("fetch failed", { cause: "no route" }), "no route"],
    ["the code of a cause without a message", new Error("no", { cause: { code: "ENOTFOUND" } }), "ENOTFOUND"],
    ["an error before a cause that says nothing", new Error("no route", { cause: {} }), "no route"],
    ["the last of several errors", new AggregateError([new Error("a"), new Error("b")], "no"), "b"],
    ["an error that is its own cause's cause", cyclic, "socket hang up"],
    ["text", "no\nroute\u001b", "no route\\u001b"],
    ["nothing of an object without a prototype", Object.create(null), "fetch gave no reason"],
    ["nothing of undefined", undefined, "fetch gave no reason"],
    ["nothing of null", null, "fetch gave no reason"],
  ])("quotes %s", async (_, cause, reason) => {
    const error = (await getRejection(createPlant({ fetch: () => Promise.reject(cause) }))) as Error;
    expect(error.message).toBe(`POST ${url} failed: ${reason}${IN_DOUBT}`);
    expect(error.cause).toBe(cause);
  });
});

const throwUnbound = (message: string) => {
  throw new TypeError(message);
};

it.each<[string, () => Promise<Response>]>([
  ["as workerd does", () => throwUnbound("Illegal invocation: function called with incorrect `this` reference.")],
  ["as a rejection", () => Promise.reject(new TypeError("Illegal invocation"))],
])(
  "a fetch that was passed without its object isn't transient, and may have sent the plant: it throws %s",
  async (_, fetch) => {
    expect(await getRejection(createPlant({ fetch, ...withRetry }))).toMatchObject({
      name: "PlantStoreConnectionError",
      message: `POST ${url} failed: fetch was called without its object: pass (url, init) => object.fetch(url, init)${IN_DOUBT}`,
      isTransient: false,
    });
  },
);

describe("anything unforeseen", () => {
  const response = (getters: Record<string, () => unknown>) =>
    Object.defineProperties(
      created() as Response,
      Object.fromEntries(Object.entries(getters).map(([name, get]) => [name, { get }])),
    );
  const oddError = Object.defineProperty(new Error("no"), "message", { get: throwBug });

  it.each<[string, TestOptions, facts: readonly [attempts: number, mayHaveBeenCreated: boolean]]>([
    ["a Response whose status throws", { fetch: () => response({ status: throwBug }) }, [1, true]],
    [
      "a 400 whose statusText throws",
      { fetch: () => Object.defineProperty(new Response("no", { status: 400 }), "statusText", { get: throwBug }) },
      [1, false],
    ],
    ["an error whose message throws", { fetch: () => Promise.reject(oddError) }, [1, true]],
  ])("is a PlantStoreCallbackError: %s", async (_, options, [attempts, mayHaveBeenCreated]) => {
    const error = await getRejection(createPlant(options));
    expect(error).toBeInstanceOf(PlantStoreCallbackError);
    expect(error).toMatchObject({
      callback: "fetch",
      message: `POST ${url} failed unexpectedly: a bug${mayHaveBeenCreated ? IN_DOUBT : ""}`,
      cause: bug,
      attempts,
      mayHaveBeenCreated,
    });
  });

  it.each<[string, unknown, string]>([
    ["the first line of an error", new TypeError("\nRequest is not\n defined"), ": Request is not"],
    ["text", "no route", ": no route"],
    ["nothing of undefined", undefined, ""],
  ])("has %s in its message", async (_, thrown, end) => {
    const status = () => {
      throw thrown;
    };
    const error = (await getRejection(createPlant({ fetch: () => response({ status }) }))) as Error;
    expect(error.message).toBe(`POST ${url} failed unexpectedly${end}${IN_DOUBT}`);
    expect(error.cause).toBe(thrown);
  });

  it("is the end that hooks get", async () => {
    const onEnd = vi.fn();
    const fetch = () => response({ bodyUsed: throwBug });
    const error = await getRejection(createPlant({ fetch, hooks: [{ onEnd }] }));
    expect(onEnd.mock.calls).toMatchObject([[{ error, mayHaveBeenCreated: true }]]);
  });

  it.each<[string, unknown, string]>([
    ["quotes the token", new Error(`can't read ${TOKEN}`), ": can't read [redacted]"],
    ["can't be read", oddError, ""],
  ])("leaves out a cause that %s", async (_, thrown, reason) => {
    const status = () => {
      throw thrown;
    };
    const error = (await getRejection(createPlant({ fetch: () => response({ status }) }))) as Error;
    const end = `${reason}. The cause is left out, because it may quote the token`;
    expect(error.message).toBe(`POST ${url} failed unexpectedly${end}${IN_DOUBT}`);
    expect(error).not.toHaveProperty("cause");
  });
});

describe("headers of a response that can't be read are absent", () => {
  // As those that a SvelteKit app doesn't list are in a universal load.
  const unreadable = (response: Response) =>
    Object.defineProperty(response, "headers", { value: Object.assign(new Headers(), { get: throwBug }) });

  it("of a Plant and of an Error", async () => {
    expect(await createPlant({ fetch: async () => unreadable(await created()) })).toMatchObject({ data: {} });
    const fetch = async () => unreadable(await failed(503)());
    expect(await createPlant({ fetch })).toMatchObject({ error: { error: 503 }, isTransient: true });
  });

  it("of a page and of a redirect", async () => {
    const page = await getRejection(createPlant({ fetch: async () => unreadable(await html(502)()) }));
    expect(page).toMatchObject({ name: "PlantStoreResponseError", status: 502, isTransient: true });
    const redirect = () => unreadable(new Response("Elsewhere", { status: 301 }));
    const message = `POST ${url} returned 301 with a redirect, which is not followed${IN_DOUBT}`;
    expect(await getRejection(createPlant({ fetch: redirect }))).toMatchObject({ message });
  });

  it("and a date is read only beside a Retry-After", async () => {
    const get = vi.fn(() => null);
    const fetch = async () => Object.defineProperty(await failed(429)(), "headers", { value: { get } });
    await createPlant({ fetch });
    expect(get.mock.calls).toEqual([["retry-after"]]);
  });
});

it.each<[string, TestOptions]>([
  ["a lost connection", { fetch: lost }],
  ["a timeout in fetch", { fetch: () => never, timeoutMs: 1 }],
])("the stack leads to the caller of createPlant: %s", async (_, options) => {
  const whoCalled = async () => void (await createPlant(options));
  const error = await getRejection(whoCalled());
  expect(error).toBeInstanceOf(PlantStoreError);
  expect((error as Error).stack).toContain("whoCalled");
});
