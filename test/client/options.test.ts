import { type CreatePlantOptions, createPlantStoreClient, type PlantStoreClientOptions } from "plant-store-sdk";
import { describe, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, scriptedFetch } from "../support/scripted-fetch.ts";
import {
  baseUrl,
  createPlant,
  createTestClient,
  fern,
  logTo,
  type TestOptions,
  TOKEN,
  url,
  withPolluted,
} from "../support/test-client.ts";
import { thrownBy } from "../support/thrown-by.ts";

const create = (options: unknown) => createPlantStoreClient(options as PlantStoreClientOptions);
const expectIssue = (error: unknown, name: string, message: string) =>
  expect(error).toMatchObject({
    name: "PlantStoreInputError",
    message: `Invalid options: ${message}`,
    issues: [{ message, path: [name] }],
    mayHaveBeenCreated: false,
    attempts: 0,
  });

const SHARED_NAMES = "timeoutMs, retries, shouldRetry, retryDelayMs, headers";
const HEADERS = "headers must be an object, Headers or pairs, with valid names and values";

/** The options that a client and a call share. */
const invalidShared: [name: string, value: unknown, message: string][] = [
  ...[0, 0.5, Number.NaN, 2 ** 31, "1000", null].map((value): [string, unknown, string] => [
    "timeoutMs",
    value,
    "timeoutMs must be a number from 1 to 2147483647",
  ]),
  ...[-1, 0.5, Number.POSITIVE_INFINITY, "1", null].map((value): [string, unknown, string] => [
    "retries",
    value,
    "retries must be an integer, 0 or more",
  ]),
  ["shouldRetry", true, "shouldRetry must be a function"],
  ["retryDelayMs", 1_000, "retryDelayMs must be a function"],
  ["headers", null, HEADERS],
  ["headers", "x-key: hunter2", HEADERS],
  ["headers", { "x y": "hunter2" }, HEADERS],
  ["headers", { "x-key": "hunter2\r\nx: y" }, HEADERS],
  ["headers", [["x-key", "hunter2", "z"]], HEADERS],
  ["headers", new Map([["x-key", "hunter2"]]).entries(), HEADERS],
  ["headers", { Authorization: "Basic hunter2" }, "headers must not include authorization"],
  ["headers", [["AUTHORIZATION", "hunter2"]], "headers must not include authorization"],
  ["headers", new Headers({ "content-type": "text/plain" }), "headers must not include content-type"],
];

const HOOKS = "hooks must be an array of objects with onRequest, onResponse or onError";

const invalidClient: typeof invalidShared = [
  ...invalidShared,
  ["baseUrl", "https://rose:hunter2@plants.example.com", "baseUrl must not contain a user name or password"],
  ["token", "Bearer hunter2", 'token must not include "Bearer ": pass the token alone'],
  ["token", 42, "token must be a string or a function that returns one"],
  ["token", undefined, "token is required"],
  ["fetch", null, "fetch must be a function"],
  ["hooks", null, HOOKS],
  ["hooks", logTo([]), HOOKS],
  ["hooks", [{}], HOOKS],
  ["hooks", [logTo([]), null], HOOKS],
  ["hooks", [() => {}], HOOKS],
  ["hooks", [{ onRequest() {}, onError: "hunter2" }], HOOKS],
  ["middleware", [], `unknown option middleware. Known: baseUrl, token, fetch, hooks, ${SHARED_NAMES}`],
  ["retry", 1, "unknown option retry, did you mean retries?"],
];

describe("the options of a client", () => {
  it("accept the smallest and largest values, undefined for a default, and each hook alone", async () => {
    const unset = { fetch: undefined, timeoutMs: undefined, retries: undefined, headers: undefined, hooks: undefined };
    const hooks = [{ onRequest() {} }, { onResponse() {} }, { onError() {}, onRequest: undefined } as object];
    const valid: TestOptions[] = [unset, { timeoutMs: 1 }, { timeoutMs: 2 ** 31 - 1, retries: 2 ** 53 - 1 }, { hooks }];
    for (const options of valid) {
      expect(() => createTestClient(options)).not.toThrow();
    }
    expect((await createPlant({ ...unset, fetch: created })).data).toBeDefined();
  });

  it.each(invalidClient)("name %s when it is invalid and don't quote %o", (name, value, message) => {
    const error = thrownBy(() => create({ baseUrl, token: TOKEN, [name]: value })) as Error;
    expectIssue(error, name, message);
    expect(error.stack).not.toContain("hunter2");
    expect(error).not.toHaveProperty("cause");
  });

  it("report every problem at once, and the nearest name for a misspelled one", () => {
    expect(thrownBy(() => create({ baseURL: baseUrl, retries: -1 }))).toMatchObject({
      message:
        "Invalid options: baseUrl is required; token is required; retries must be an integer, 0 or more; " +
        "unknown option baseURL, did you mean baseUrl?",
      issues: [{ path: ["baseUrl"] }, { path: ["token"] }, { path: ["retries"] }, { path: ["baseURL"] }],
    });
  });

  it.each([undefined, null, "https://plants.example.com", [[]]])("must be an object, not %o", (options) => {
    expect(thrownBy(() => create(options))).toMatchObject({
      name: "PlantStoreInputError",
      message: "Invalid options: expected an object",
    });
  });

  it("must be own properties", () => {
    expect(thrownBy(() => create(Object.create({ baseUrl, token: TOKEN })))).toMatchObject({
      message: "Invalid options: baseUrl is required; token is required",
    });
  });
});

describe("the options of a call", () => {
  const allowed: unknown[] = [undefined, {}, { signal: undefined, timeoutMs: undefined, retries: undefined }];

  it.each(allowed)("may be %o", async (options) => {
    expect((await createPlant({ fetch: created }, options as CreatePlantOptions)).data).toEqual({ name: "Fern" });
  });

  it.each([
    ...invalidShared,
    ["signal", {}, "signal must be an AbortSignal"],
    ["signal", null, "signal must be an AbortSignal"],
    ["signal", new AbortController(), "signal must be an AbortSignal"],
    ["token", "abc", `unknown option token. Known: signal, ${SHARED_NAMES}`],
    ["timeout", 1, "unknown option timeout, did you mean timeoutMs?"],
  ] as typeof invalidShared)("name %s when it is invalid, and nothing is sent: %o", async (name, value, message) => {
    const { fetch, sent } = scriptedFetch(created);
    const token = vi.fn(() => TOKEN);
    expectIssue(await getRejection(createPlant({ token, fetch }, { [name]: value })), name, message);
    expect(sent).toEqual([]);
    expect(token).not.toHaveBeenCalled();
  });

  it.each([
    [null, "expected an object"],
    ["5s", "expected an object"],
    [new AbortController().signal, "expected an object, not a signal: pass { signal }"],
  ])("must be an object, not %o", async (options, message) => {
    const error = await getRejection(createPlant({ fetch: created }, options as CreatePlantOptions));
    expect(error).toMatchObject({ name: "PlantStoreInputError", message: `Invalid options: ${message}` });
  });
});

describe("headers", () => {
  const forms: ((fields: Record<string, string>) => NonNullable<PlantStoreClientOptions["headers"]>)[] = [
    (fields) => fields,
    (fields) => Object.entries(fields),
    (fields) => new Headers(fields),
  ];

  it.each(forms)("of the client and of the call are merged, and the call's replace the client's: %o", async (make) => {
    const { fetch, sent } = scriptedFetch(created);
    const client = createTestClient({ fetch, headers: make({ a: "1", B: "1" }) });
    await client.createPlant(fern, { headers: make({ b: "2", C: "2" }) });
    await client.createPlant(fern);
    const own = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    expect(sent.map(({ headers }) => Object.fromEntries(headers))).toEqual([
      { a: "1", b: "2", c: "2", ...own },
      { a: "1", b: "1", ...own },
    ]);
  });
});

describe("a polluted Object.prototype", () => {
  const hook = vi.fn();
  const evil = "https://evil.example.com";

  it.each<[string, unknown]>([
    ["baseUrl", evil],
    ["token", "evil"],
    ["signal", AbortSignal.abort("evil")],
    ["timeoutMs", -1],
    ["retries", -1],
    ["shouldRetry", hook],
    ["retryDelayMs", hook],
    ["hooks", [{ onRequest: hook }]],
    ["fetch", hook],
    ["headers", { "x-evil": "1" }],
    ["header", { "x-evil": "1" }],
    ["params", { header: { "x-evil": "1" }, path: {}, query: { evil: 1 } }],
    ["path", {}],
    ["query", { evil: 1 }],
    ["pathSerializer", () => evil],
    ["querySerializer", () => "evil=1"],
    ["bodySerializer", () => "evil"],
    ["parseAs", "stream"],
    ["middleware", [{ onRequest: hook, onResponse: hook, onError: hook }]],
    ["requestInitExt", { "x-evil": "1" }],
    ["Request", class {}],
    ["redirect", "follow"],
    ["method", "GET"],
    ["body", "evil"],
    ["tag", "evil"],
    ["value", { name: "evil" }],
    ["issues", "evil"],
    ["error", { error: 1, message: "evil" }],
    ["data", { name: "evil" }],
  ])("changes nothing: %s", async (name, value) => {
    const { fetch, sent } = scriptedFetch(created);
    const options = [{ fetch }, { fetch, hooks: [{ onRequest() {} }] }];
    const before = options.map(createTestClient);
    const results = await withPolluted(name, { value, enumerable: true, writable: true }, async () => {
      const outcomes: string[] = [];
      for (const client of [...before, ...options.map(createTestClient)]) {
        for (const call of [undefined, {}]) {
          outcomes.push(JSON.stringify((await client.createPlant(fern, call)).data));
        }
      }
      return outcomes;
    });
    expect(results).toEqual(Array(8).fill('{"name":"Fern"}'));
    expect(hook).not.toHaveBeenCalled();
    for (const request of sent) {
      expect([request.url, request.method, request.body]).toEqual([url, "POST", '{"id":1,"name":"Fern"}']);
      expect([...request.headers.keys()]).toEqual(["authorization", "content-type"]);
    }
    expect(sent).toHaveLength(8);
  });
});

describe("URL.canParse", () => {
  it("isn't needed, since jsdom 21 lacks it", async () => {
    const canParse = Object.getOwnPropertyDescriptor(URL, "canParse");
    Reflect.deleteProperty(URL, "canParse");
    try {
      expect((await createPlant({ fetch: created })).data).toEqual({ name: "Fern" });
    } finally {
      Object.defineProperty(URL, "canParse", canParse ?? {});
    }
  });
});
