import {
  type CreatePlantOptions,
  createPlantStoreClient,
  type NewPlant,
  type PlantStoreClientOptions,
  PlantStoreInputError,
} from "plant-store-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { rejectionOf } from "../support/rejection-of.ts";
import { created, scriptedFetch } from "../support/scripted-fetch.ts";
import { thrownBy } from "../support/thrown-by.ts";

const fern = { id: 1, name: "Fern" };
const valid = { baseUrl: "https://plants.example.com", token: "abc" };

/** Options as JavaScript may give them. */
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
  ])("%s leads to %s (I1, I2)", async (baseUrl, url) => {
    const fetch = vi.fn(async (_input: string | Request, _init?: RequestInit) => created());
    await createPlantStoreClient({ ...valid, baseUrl, fetch }).createPlant(fern);
    expect(fetch.mock.calls.map(([input]) => input)).toEqual([url]);
  });

  it("is read once: a URL that is changed later changes nothing", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const baseUrl = new URL("https://plants.example.com");
    const client = createPlantStoreClient({ ...valid, baseUrl, fetch });
    baseUrl.host = "elsewhere.example.com";
    await client.createPlant(fern);
    expect(sent.map(({ url }) => url)).toEqual(["https://plants.example.com/plants"]);
  });

  const BASE_URL =
    'baseUrl must be a URL such as "https://plants.example.com/v1", without user info, query and fragment';

  it.each<[string, unknown]>([
    ["an empty string", ""],
    ["a relative path", "/v1"],
    ["a host without a scheme", "plants.example.com"],
    ["a host and port without a scheme", "localhost:4010"],
    ["a protocol-relative address", "//plants.example.com"],
    ["ftp", "ftp://plants.example.com"],
    ["a scheme that ends as https does", "shttps://plants.example.com/"],
    ["ws", "ws://plants.example.com"],
    ["a file", "file:///v1"],
    ["httpsx", "httpsx://plants.example.com"],
    ["data", "data:text/plain,http:"],
    ["no host", "https://"],
    ["undefined", undefined],
    ["null", null],
    ["a number", 42],
    ["a URL of another scheme", new URL("file:///v1")],
    ["a query", "https://plants.example.com/?a=b"],
    ["a lone ?", "https://plants.example.com/v1?"],
    ["a fragment", "https://plants.example.com/v1#top"],
    ["a lone #", "https://plants.example.com/v1#"],
    ["a URL with a query", new URL("https://plants.example.com/?a=b")],
    ["a URL with a lone ?", new URL("https://plants.example.com/?")],
    ["a user", "https://rose@plants.example.com"],
    ["a user and a password", "https://rose:hunter2-hunter2@plants.example.com"],
    ["a password alone", "https://:hunter2-hunter2@plants.example.com"],
    ["a password and a query", "https://rose:hunter2-hunter2@plants.example.com?a=b"],
    ["a password in a broken address", "https://rose:hunter2-hunter2@plants.example.com:port"],
    ["a URL with a password", new URL("https://rose:hunter2-hunter2@plants.example.com")],
  ])("is refused with what to write instead, and unquoted: %s", (_, baseUrl) => {
    const error = thrownBy(() => create({ ...valid, baseUrl }));
    expect(error).toBeInstanceOf(PlantStoreInputError);
    expect(error).toMatchObject({
      message: `The options are invalid: ${BASE_URL}`,
      issues: [{ message: BASE_URL, path: ["baseUrl"] }],
    });
    expect(String((error as Error).stack)).not.toMatch(/hunter2|rose/);
    expect(error).not.toHaveProperty("cause");
  });
});

describe("the options of a client", () => {
  const TIMEOUT = "timeoutMs must be from 1 to 2147483647";
  const RETRIES = "retries must be a whole number";
  const FETCH = "fetch must be a function";
  const MIDDLEWARE = "middleware must be objects with onRequest, onResponse or onError";
  const HEADERS = "headers must be valid, without authorization and content-type";

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
    ["an authorization", { headers: { Authorization: "Basic hunter2-hunter2" } }, HEADERS],
    ["an authorization in pairs", { headers: [["AUTHORIZATION", "hunter2-hunter2"]] }, HEADERS],
    ["an authorization in Headers", { headers: new Headers({ authorization: "hunter2-hunter2" }) }, HEADERS],
    ["a content type", { headers: { "content-type": "text/plain" } }, HEADERS],
  ])("are refused with an issue at the field, no value quoted: %s", (_, options, message) => {
    const error = thrownBy(() => create({ ...valid, ...options }));
    expect(error).toBeInstanceOf(PlantStoreInputError);
    expect(error).toMatchObject({
      name: "PlantStoreInputError",
      message: `The options are invalid: ${message}`,
      issues: [{ message, path: Object.keys(options) }],
    });
    expect(String((error as Error).stack)).not.toMatch(/hunter2/);
    expect(error).not.toHaveProperty("cause");
  });

  it("name every fault at once", () => {
    const error = thrownBy(() => create({ retries: -1, fetch: 1 })) as PlantStoreInputError;
    expect(error).toBeInstanceOf(PlantStoreInputError);
    expect(error.issues.map(({ path }) => path?.join(".")).sort()).toEqual(["baseUrl", "fetch", "retries", "token"]);
    expect(error.message).toBe(`The options are invalid: ${error.issues.map(({ message }) => message).join("; ")}`);
  });

  it("name the fields that are missing", () => {
    expect(thrownBy(() => create({}))).toMatchObject({
      message: "The options are invalid: baseUrl is required; token is required",
      issues: [{ path: ["baseUrl"] }, { path: ["token"] }],
    });
  });

  it.each([[undefined], [null], ["https://plants.example.com"]])("must be an object, not %s", (options) => {
    const error = thrownBy(() => create(options));
    expect(error).toBeInstanceOf(PlantStoreInputError);
    expect(error).toMatchObject({ message: "The options are invalid: it must be an object" });
  });

  it.each([
    ["the least and the most timeoutMs", [{ timeoutMs: 1 }, { timeoutMs: 2 ** 31 - 1 }]],
    [
      "undefined wherever there is a default",
      [{ fetch: undefined, timeoutMs: undefined, retries: undefined, headers: undefined, middleware: undefined }],
    ],
    ["no middleware", [{ middleware: [] }]],
    ["each hook alone", [{ middleware: [{ onRequest() {} }, { onResponse() {} }, { onError() {} }] }]],
  ])("may be %s", (_, options) => {
    for (const option of options) {
      expect(() => create({ ...valid, ...option })).not.toThrow();
    }
  });
});

describe("the options of a call", () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ["timeoutMs 0", { timeoutMs: 0 }, /timeoutMs must be from 1 to 2147483647/],
    ["timeoutMs beyond what timers hold", { timeoutMs: 2 ** 31 }, /timeoutMs must be from 1 to 2147483647/],
    ["timeoutMs null", { timeoutMs: null }, /timeoutMs must be from 1 to 2147483647/],
    ["retries -1", { retries: -1 }, /retries must be a whole number/],
    ["a signal that is none", { signal: {} }, /signal must be an AbortSignal/],
    ["a signal null", { signal: null }, /signal must be an AbortSignal/],
    ["a controller as the signal", { signal: new AbortController() }, /signal must be an AbortSignal/],
    ["an authorization", { headers: { authorization: "Bearer other" } }, /headers must be valid/],
    ["a content type", { headers: { "Content-Type": "text/plain" } }, /headers must be valid/],
    ["a header value with a line break", { headers: { "x-key": "a\nb" } }, /headers must be valid/],
  ])("are refused with an issue at the field, and nothing is sent: %s", async (_, options, message) => {
    const { fetch, sent } = scriptedFetch(created);
    const token = vi.fn(() => "abc");
    const client = createPlantStoreClient({ ...valid, token, fetch });
    const error = await rejectionOf(client.createPlant(fern, options as CreatePlantOptions));
    expect(error).toBeInstanceOf(PlantStoreInputError);
    expect(error).toMatchObject({ message: expect.stringMatching(message), issues: [{ path: Object.keys(options) }] });
    expect(sent).toEqual([]);
    expect(token).not.toHaveBeenCalled();
  });

  it("may be absent, undefined, or hold undefined wherever the client has a value", async () => {
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
  ])("may be a record, pairs or Headers, each for the client and for the call, %s", async (_, middleware) => {
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

  it("are read once: a record that is changed later changes nothing", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const headers: Record<string, string> = { "x-tenant": "north" };
    const client = createPlantStoreClient({ ...valid, fetch, headers });
    headers["x-tenant"] = "south";
    await client.createPlant(fern);
    expect(sent[0]?.headers.get("x-tenant")).toBe("north");
  });
});

describe("fetch", () => {
  it("is the global one unless told otherwise, looked up at each call", async () => {
    const client = createPlantStoreClient(valid);
    const first = vi.fn(async () => Response.json({ name: "first" }));
    vi.stubGlobal("fetch", first);
    expect((await client.createPlant(fern)).data).toEqual({ name: "first" });
    vi.stubGlobal("fetch", async () => Response.json({ name: "second" }));
    expect((await client.createPlant(fern)).data).toEqual({ name: "second" });
    expect(first).toHaveBeenCalledTimes(1);
  });

  it("is called with a URL and an init, as what it was given as, and follows no redirect", async () => {
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
  it("is frozen, needs no this, and does not see its options change", async () => {
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

  it("leaves the newPlant and the options of the call as they are", async () => {
    const { fetch } = scriptedFetch(created);
    const newPlant: NewPlant = Object.freeze({ id: 1n, name: "Fern", tag: "indoor" });
    const options: CreatePlantOptions = Object.freeze({ headers: Object.freeze({ a: "1" }), retries: 1 });
    await createPlantStoreClient({ ...valid, fetch }).createPlant(newPlant, options);
    expect(newPlant).toEqual({ id: 1n, name: "Fern", tag: "indoor" });
    expect(options).toEqual({ headers: { a: "1" }, retries: 1 });
  });
});
