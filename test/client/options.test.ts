import {
  type CreatePlantOptions,
  createPlantStoreClient,
  type NewPlant,
  type PlantStoreClientOptions,
  PlantStoreInputError,
} from "plant-store-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, scriptedFetch } from "../support/scripted-fetch.ts";
import { thrownBy } from "../support/thrown-by.ts";

const fern = { id: 1, name: "Fern" };
const valid = { baseUrl: "https://plants.example.com", token: "abc" };

const create = (options: unknown) => createPlantStoreClient(options as PlantStoreClientOptions);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("baseUrl", () => {
  it.each<[string | URL, string]>([
    ["https://plants.example.com", "https://plants.example.com/plants"],
    ["http://plants.example.com:8080", "http://plants.example.com:8080/plants"],
    ["https://plants.example.com/", "https://plants.example.com/plants"],
    ["https://plants.example.com///", "https://plants.example.com/plants"],
    ["https://plants.example.com/store/v1", "https://plants.example.com/store/v1/plants"],
    ["https://plants.example.com/store/v1/", "https://plants.example.com/store/v1/plants"],
    ["https://plants.example.com/store/v1///", "https://plants.example.com/store/v1/plants"],
    ["HTTPS://Plants.Example.com:443/V1", "https://plants.example.com/V1/plants"],
    ["https://plants.example.com/{tenant}", "https://plants.example.com/%7Btenant%7D/plants"],
    ["https://plants.example.com/grün", "https://plants.example.com/gr%C3%BCn/plants"],
    ["http://[::1]:4010", "http://[::1]:4010/plants"],
    ["https://plants.example.com/@north/v1", "https://plants.example.com/@north/v1/plants"],
    [new URL("https://plants.example.com"), "https://plants.example.com/plants"],
    [new URL("https://plants.example.com/store/v1//"), "https://plants.example.com/store/v1/plants"],
  ])("%s becomes %s", async (baseUrl, url) => {
    const fetch = vi.fn(async (_input: string | Request, _init?: RequestInit) => created());
    await createPlantStoreClient({ ...valid, baseUrl, fetch }).createPlant(fern);
    expect(fetch.mock.calls.map(([input]) => input)).toEqual([url]);
  });

  it("is read once: later changes to a URL object have no effect", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const baseUrl = new URL("https://plants.example.com");
    const client = createPlantStoreClient({ ...valid, baseUrl, fetch });
    baseUrl.host = "elsewhere.example.com";
    await client.createPlant(fern);
    expect(sent.map(({ url }) => url)).toEqual(["https://plants.example.com/plants"]);
  });

  const MISSING = "baseUrl is required";
  const RELATIVE =
    'baseUrl must be an absolute URL, such as "https://plants.example.com/v1" or location.origin + "/api"';
  const SCHEME = "baseUrl must start with http:// or https://";
  const QUERY = "baseUrl must not contain a query or a fragment";
  const USER = "baseUrl must not contain a user name or password";
  const PLANTS = "baseUrl must not end in /plants, which is added to it";

  it.each<[string, unknown, string]>([
    ["an empty string", "", MISSING],
    ["a relative path", "/v1", RELATIVE],
    ["a host without a scheme", "plants.example.com", RELATIVE],
    ["a host and port without a scheme", "localhost:4010", SCHEME],
    ["a protocol-relative address", "//plants.example.com", RELATIVE],
    ["ftp", "ftp://plants.example.com", SCHEME],
    ["a scheme that ends as https does", "shttps://plants.example.com/", SCHEME],
    ["ws", "ws://plants.example.com", SCHEME],
    ["a file", "file:///v1", SCHEME],
    ["httpsx", "httpsx://plants.example.com", SCHEME],
    ["data", "data:text/plain,http:", SCHEME],
    ["no host", "https://", RELATIVE],
    ["undefined", undefined, MISSING],
    ["null", null, RELATIVE],
    ["a number", 42, RELATIVE],
    ["a URL of another scheme", new URL("file:///v1"), SCHEME],
    ["a query", "https://plants.example.com/?a=b", QUERY],
    ["a lone ?", "https://plants.example.com/v1?", QUERY],
    ["a fragment", "https://plants.example.com/v1#top", QUERY],
    ["a lone #", "https://plants.example.com/v1#", QUERY],
    ["a URL with a query", new URL("https://plants.example.com/?a=b"), QUERY],
    ["a URL with a lone ?", new URL("https://plants.example.com/?"), QUERY],
    ["a user", "https://rose@plants.example.com", USER],
    ["a user and a password", "https://rose:hunter2-hunter2@plants.example.com", USER],
    ["a password alone", "https://:hunter2-hunter2@plants.example.com", USER],
    ["a password and a query", "https://rose:hunter2-hunter2@plants.example.com?a=b", USER],
    ["a password in a broken address", "https://rose:hunter2-hunter2@plants.example.com:port", RELATIVE],
    ["a URL with a password", new URL("https://rose:hunter2-hunter2@plants.example.com"), USER],
    ["the path of the operation", "https://plants.example.com/v1/plants", PLANTS],
    ["the path of the operation and a slash", "https://plants.example.com/plants/", PLANTS],
  ])("is rejected with what to change, and isn't quoted: %s", (_, baseUrl, message) => {
    const error = thrownBy(() => create({ ...valid, baseUrl }));
    expect(error).toBeInstanceOf(PlantStoreInputError);
    expect(error).toMatchObject({
      message: `Invalid options: ${message}`,
      issues: [{ message, path: ["baseUrl"] }],
    });
    expect(String((error as Error).stack)).not.toMatch(/hunter2|rose/);
    expect(error).not.toHaveProperty("cause");
  });
});

describe("the options of a client", () => {
  const TIMEOUT = "timeoutMs must be a number from 1 to 2147483647";
  const RETRIES = "retries must be an integer, 0 or more";
  const FETCH = "fetch must be a function";
  const MIDDLEWARE = "middleware must be an array of objects with onRequest, onResponse or onError";
  const HEADERS = "headers must be an object, a Headers object or an array of pairs, with valid names and values";
  const AUTHORIZATION = "headers must not include authorization";

  it.each<[string, Record<string, unknown>, string]>([
    ...[0, 0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "1000", null, 5n].map(
      (timeoutMs): [string, Record<string, unknown>, string] => [
        `timeoutMs ${String(timeoutMs)}`,
        { timeoutMs },
        TIMEOUT,
      ],
    ),
    ...[-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "1", null].map(
      (retries): [string, Record<string, unknown>, string] => [`retries ${String(retries)}`, { retries }, RETRIES],
    ),
    ["retryDelayMs as a number", { retryDelayMs: 1_000 }, "retryDelayMs must be a function"],
    ["middleware with a hook that is text", { middleware: [{ onRequest() {}, onError: "x" }] }, MIDDLEWARE],
    ["fetch null", { fetch: null }, FETCH],
    ["fetch as text", { fetch: "fetch" }, FETCH],
    ["middleware without a hook", { middleware: [{}] }, MIDDLEWARE],
    ["middleware null within", { middleware: [null] }, MIDDLEWARE],
    ["middleware undefined within", { middleware: [{ onRequest() {} }, undefined] }, MIDDLEWARE],
    ["middleware as a function", { middleware: [() => {}] }, MIDDLEWARE],
    ["middleware not in a list", { middleware: { onRequest() {} } }, MIDDLEWARE],
    ["middleware null", { middleware: null }, MIDDLEWARE],
    ["a header name with a space", { headers: { "x y": "hunter2-hunter2" } }, HEADERS],
    ["a header value with a line break", { headers: { "x-key": "hunter2-hunter2\r\nx: y" } }, HEADERS],
    ["a header value beyond Latin-1", { headers: { "x-key": "hunter2-hunter2-€" } }, HEADERS],
    ["headers null", { headers: null }, HEADERS],
    ["headers as text", { headers: "x-key: hunter2-hunter2" }, HEADERS],
    ["a header pair of three", { headers: [["x-key", "hunter2-hunter2", "z"]] }, HEADERS],
    ["an authorization", { headers: { Authorization: "Basic hunter2-hunter2" } }, AUTHORIZATION],
    ["an authorization in pairs", { headers: [["AUTHORIZATION", "hunter2-hunter2"]] }, AUTHORIZATION],
    ["an authorization in Headers", { headers: new Headers({ authorization: "hunter2-hunter2" }) }, AUTHORIZATION],
    ["a content type", { headers: { "content-type": "text/plain" } }, "headers must not include content-type"],
  ])("are rejected with an issue at the option that doesn't quote the value: %s", (_, options, message) => {
    const error = thrownBy(() => create({ ...valid, ...options }));
    expect(error).toBeInstanceOf(PlantStoreInputError);
    expect(error).toMatchObject({
      name: "PlantStoreInputError",
      message: `Invalid options: ${message}`,
      issues: [{ message, path: Object.keys(options) }],
    });
    expect(String((error as Error).stack)).not.toMatch(/hunter2/);
    expect(error).not.toHaveProperty("cause");
  });

  it("report every problem at once", () => {
    const error = thrownBy(() => create({ retries: -1, fetch: 1 })) as PlantStoreInputError;
    expect(error).toBeInstanceOf(PlantStoreInputError);
    expect(error.issues.map(({ path }) => path?.join(".")).sort()).toEqual(["baseUrl", "fetch", "retries", "token"]);
    expect(error.message).toBe(`Invalid options: ${error.issues.map(({ message }) => message).join("; ")}`);
  });

  it.each<[string, unknown, string]>([
    ["timeout", 1_000, "unknown option timeout, did you mean timeoutMs?"],
    ["retry", 1, "unknown option retry, did you mean retries?"],
    ["retryDelay", () => 1, "unknown option retryDelay, did you mean retryDelayMs?"],
    ["header", {}, "unknown option header, did you mean headers?"],
    ["middlewares", [], "unknown option middlewares, did you mean middleware?"],
    [
      "agent",
      undefined,
      "unknown option agent. Known: baseUrl, token, fetch, middleware, timeoutMs, retries, retryDelayMs, headers",
    ],
    [
      "x\n\u001b[31m",
      1,
      "unknown option x \\u001b[31m. Known: baseUrl, token, fetch, middleware, timeoutMs, retries, retryDelayMs, headers",
    ],
  ])("must not include an unknown name: %j", (name, value, message) => {
    expect(thrownBy(() => create({ ...valid, [name]: value }))).toMatchObject({
      name: "PlantStoreInputError",
      message: `Invalid options: ${message}`,
      issues: [{ message, path: [name] }],
    });
  });

  it("name the nearest option for baseURL", () => {
    expect(thrownBy(() => create({ token: "abc", baseURL: "https://plants.example.com" }))).toMatchObject({
      message: "Invalid options: baseUrl is required; unknown option baseURL, did you mean baseUrl?",
    });
  });

  it("say what is wrong with a token", () => {
    const problem = (token: unknown) => (thrownBy(() => create({ ...valid, token })) as Error).message;
    expect(problem(undefined)).toBe("Invalid options: token is required");
    expect(problem("")).toBe("Invalid options: token is required");
    expect(problem("Bearer abc")).toBe('Invalid options: token must not include "Bearer ": pass the token alone');
  });

  it("must be own properties, for the client and for the call", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const onRequest = vi.fn();
    const polluted = { middleware: [{ onRequest }], retries: -1, timeout: 1, signal: AbortSignal.abort("polluted") };
    Object.assign(Object.prototype, polluted);
    try {
      const { createPlant } = createPlantStoreClient({ ...valid, fetch });
      expect((await createPlant(fern, {})).data).toEqual({ name: "Fern" });
      expect((await createPlant(fern)).data).toEqual({ name: "Fern" });
    } finally {
      for (const name of Object.keys(polluted)) {
        Reflect.deleteProperty(Object.prototype, name);
      }
    }
    expect(sent.map(({ url }) => url)).toEqual(Array(2).fill("https://plants.example.com/plants"));
    expect(onRequest).not.toHaveBeenCalled();
    expect(thrownBy(() => create(Object.create(valid)))).toMatchObject({
      message: "Invalid options: baseUrl is required; token is required",
    });
  });

  const evil = "https://evil.example";
  const hook = vi.fn();

  it.each<[string, unknown]>([
    ["baseUrl", evil],
    ["params", { header: { "x-evil": "1" }, path: {}, query: { evil: 1 } }],
    ["header", { "x-evil": "1" }],
    ["path", {}],
    ["query", { evil: 1 }],
    ["pathSerializer", () => evil],
    ["querySerializer", () => "evil=1"],
    ["bodySerializer", () => "evil"],
    ["Request", class {}],
    ["redirect", "follow"],
    ["method", "GET"],
    ["headers", { "x-evil": "1" }],
    ["middleware", [{ onRequest: hook }]],
    ["fetch", hook],
    ["body", "evil"],
    ["tag", "evil"],
    ["value", { name: "evil" }],
    ["issues", []],
    ["issues", "evil"],
  ])("can't be changed by a polluted prototype, nor what is sent: %s", async (name, value) => {
    const { fetch, sent } = scriptedFetch(created);
    const replace = { onRequest: ({ request }: { request: Request }) => request.clone() };
    const clients = [undefined, [{ onResponse() {} }], [replace]].map((middleware) => ({
      ...valid,
      fetch,
      middleware,
    }));
    const before = clients.map((options) => createPlantStoreClient(options));
    const results: unknown[] = [];
    Object.defineProperty(Object.prototype, name, { value, configurable: true, enumerable: true, writable: true });
    try {
      const after = clients.map((options) => createPlantStoreClient(options));
      for (const { createPlant } of [...before, ...after]) {
        const { data } = await createPlant(fern);
        results.push(JSON.stringify(data));
      }
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
    expect(results).toEqual(Array(2 * clients.length).fill('{"name":"Fern"}'));
    expect(hook).not.toHaveBeenCalled();
    for (const { url, method, headers, body } of sent) {
      expect([url, method, body]).toEqual(["https://plants.example.com/plants", "POST", '{"id":1,"name":"Fern"}']);
      expect(Object.fromEntries(headers)).toEqual({ authorization: "Bearer abc", "content-type": "application/json" });
    }
    expect(sent).toHaveLength(2 * clients.length);
  });

  it("name the missing options", () => {
    expect(thrownBy(() => create({}))).toMatchObject({
      message: "Invalid options: baseUrl is required; token is required",
      issues: [{ path: ["baseUrl"] }, { path: ["token"] }],
    });
  });

  it.each([[undefined], [null], ["https://plants.example.com"]])("must be an object, not %s", (options) => {
    const error = thrownBy(() => create(options));
    expect(error).toBeInstanceOf(PlantStoreInputError);
    expect(error).toMatchObject({ message: "Invalid options: expected an object" });
  });

  it.each([
    ["the least and the most timeoutMs", [{ timeoutMs: 1 }, { timeoutMs: 2 ** 31 - 1 }]],
    [
      "undefined wherever there is a default",
      [{ fetch: undefined, timeoutMs: undefined, retries: undefined, headers: undefined, middleware: undefined }],
    ],
    ["no middleware", [{ middleware: [] }]],
    ["each hook alone", [{ middleware: [{ onRequest() {} }, { onResponse() {} }, { onError() {} }] }]],
  ])("can be %s", (_, options) => {
    for (const option of options) {
      expect(() => create({ ...valid, ...option })).not.toThrow();
    }
  });
});

describe("the options of a call", () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ["timeoutMs 0", { timeoutMs: 0 }, /timeoutMs must be a number from 1 to 2147483647/],
    ["timeoutMs beyond what timers hold", { timeoutMs: 2 ** 31 }, /timeoutMs must be a number from 1 to 2147483647/],
    ["timeoutMs null", { timeoutMs: null }, /timeoutMs must be a number from 1 to 2147483647/],
    ["retries -1", { retries: -1 }, /retries must be an integer, 0 or more/],
    ["retryDelayMs null", { retryDelayMs: null }, /retryDelayMs must be a function/],
    ["the token", { token: "abc" }, /unknown option token/],
    ["timeout", { timeout: 1 }, /unknown option timeout, did you mean timeoutMs\?/],
    ["a signal that is none", { signal: {} }, /signal must be an AbortSignal/],
    ["a signal null", { signal: null }, /signal must be an AbortSignal/],
    ["a controller as the signal", { signal: new AbortController() }, /signal must be an AbortSignal/],
    ["an authorization", { headers: { authorization: "Bearer other" } }, /headers must not include authorization/],
    ["a content type", { headers: { "Content-Type": "text/plain" } }, /headers must not include content-type/],
    ["a header value with a line break", { headers: { "x-key": "a\nb" } }, /headers must be an object/],
  ])("are rejected with an issue at the option, and nothing is sent: %s", async (_, options, message) => {
    const { fetch, sent } = scriptedFetch(created);
    const token = vi.fn(() => "abc");
    const client = createPlantStoreClient({ ...valid, token, fetch });
    const error = await getRejection(client.createPlant(fern, options as CreatePlantOptions));
    expect(error).toBeInstanceOf(PlantStoreInputError);
    expect(error).toMatchObject({ message: expect.stringMatching(message), issues: [{ path: Object.keys(options) }] });
    expect(sent).toEqual([]);
    expect(token).not.toHaveBeenCalled();
  });

  it.each([0, 1, null, "5s", [1]])("must be an object, such as %j isn't", async (options) => {
    const { fetch, sent } = scriptedFetch(created);
    const client = createPlantStoreClient({ ...valid, fetch });
    expect(await getRejection(client.createPlant(fern, options as CreatePlantOptions))).toMatchObject({
      name: "PlantStoreInputError",
      message: expect.stringMatching(/^Invalid options: (expected an object|unknown option 0)/),
    });
    expect(sent).toEqual([]);
  });

  it("must not be a signal itself", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const { createPlant } = createPlantStoreClient({ ...valid, fetch });
    const { signal } = new AbortController();
    expect(await getRejection(createPlant(fern, signal as CreatePlantOptions))).toMatchObject({
      name: "PlantStoreInputError",
      message: "Invalid options: expected an object, not a signal: pass { signal }",
    });
    expect(sent).toEqual([]);
  });

  it("can be absent or undefined", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const { createPlant } = createPlantStoreClient({ ...valid, fetch });
    await createPlant(fern, undefined);
    await createPlant(fern, {});
    await createPlant(fern, { signal: undefined, timeoutMs: undefined, retries: undefined, headers: undefined });
    expect(sent).toHaveLength(3);
  });
});

describe("headers", () => {
  it.each([
    ["without middleware", []],
    ["with middleware", [{ onRequest() {} }]],
  ])("can be a record, pairs or Headers, for the client and for the call, %s", async (_, middleware) => {
    const { fetch, sent } = scriptedFetch(created);
    for (const make of [
      (fields: Record<string, string>) => fields,
      (fields: Record<string, string>) => Object.entries(fields),
      (fields: Record<string, string>) => new Headers(fields),
    ]) {
      const client = createPlantStoreClient({ ...valid, fetch, middleware, headers: make({ a: "1", b: "1" }) });
      await client.createPlant(fern, { headers: make({ b: "2", c: "2" }) });
    }
    for (const { headers } of sent) {
      expect(Object.fromEntries(headers)).toEqual({
        a: "1",
        b: "2",
        c: "2",
        authorization: "Bearer abc",
        "content-type": "application/json",
      });
    }
    expect(sent).toHaveLength(3);
  });

  it("can be an iterator of pairs, which ends when it is read", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const pairs = (name: string) => new Map([[name, "1"]]).entries() as unknown as [string, string][];
    const client = createPlantStoreClient({ ...valid, fetch, headers: pairs("a") });
    await client.createPlant(fern, { headers: pairs("b") });
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({ a: "1", b: "1" });
  });

  it("are read once: later changes to a record have no effect", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const headers: Record<string, string> = { "x-tenant": "north" };
    const client = createPlantStoreClient({ ...valid, fetch, headers });
    headers["x-tenant"] = "south";
    await client.createPlant(fern);
    expect(sent[0]?.headers.get("x-tenant")).toBe("north");
  });
});

describe("fetch", () => {
  it("defaults to the global fetch, looked up for each call", async () => {
    const client = createPlantStoreClient(valid);
    const first = vi.fn(async () => Response.json({ name: "first" }));
    vi.stubGlobal("fetch", first);
    expect((await client.createPlant(fern)).data).toEqual({ name: "first" });
    vi.stubGlobal("fetch", async () => Response.json({ name: "second" }));
    expect((await client.createPlant(fern)).data).toEqual({ name: "second" });
    expect(first).toHaveBeenCalledTimes(1);
  });

  it("is called with a URL and an init, without this, and without following redirects", async () => {
    const calls: { self: unknown; args: unknown[] }[] = [];
    const client = createPlantStoreClient({
      ...valid,
      async fetch(this: unknown, ...args) {
        calls.push({ self: this, args });
        return created();
      },
    });
    await client.createPlant(fern);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.self).toBeUndefined();
    expect(calls[0]?.args).toEqual([
      "https://plants.example.com/plants",
      expect.objectContaining({
        method: "POST",
        redirect: "manual",
        body: '{"id":1,"name":"Fern"}',
        signal: expect.any(AbortSignal),
      }),
    ]);
  });
});

describe("the client", () => {
  it("is frozen, can be destructured and ignores later changes to its options", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const options = { ...valid, fetch };
    const client = createPlantStoreClient(options);
    Object.assign(options, { baseUrl: "https://elsewhere.example.com", token: "other" });
    const { createPlant } = client;
    await createPlant(fern);
    expect(Object.isFrozen(client)).toBe(true);
    expect(sent[0]?.url).toBe("https://plants.example.com/plants");
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer abc");
  });

  it("doesn't change the NewPlant or the options of a call", async () => {
    const { fetch } = scriptedFetch(created);
    const newPlant: NewPlant = Object.freeze({ id: 1n, name: "Fern", tag: "indoor" });
    const options: CreatePlantOptions = Object.freeze({ headers: Object.freeze({ a: "1" }), retries: 1 });
    await createPlantStoreClient({ ...valid, fetch }).createPlant(newPlant, options);
    expect(newPlant).toEqual({ id: 1n, name: "Fern", tag: "indoor" });
    expect(options).toEqual({ headers: { a: "1" }, retries: 1 });
  });
});
