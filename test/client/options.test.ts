import {
  type CreatePlantOptions,
  createPlantStoreClient,
  type HeaderFields,
  type PlantStoreClientOptions,
} from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, scriptedFetch } from "../support/scripted-fetch.ts";
import { baseUrl, createPlant, createTestClient, logTo, type TestOptions, TOKEN } from "../support/test-client.ts";
import { thrownBy } from "../support/thrown-by.ts";

const create = (options: unknown) => createPlantStoreClient(options as PlantStoreClientOptions);

/** What may be a secret contains "hunter2". */
function expectTypeError(error: unknown, message: string) {
  expect(error).toEqual(new TypeError(message));
  expect((error as Error).stack).not.toContain("hunter2");
  expect(error).not.toHaveProperty("cause");
}

type Invalid = [name: string, requirement: string, ...values: unknown[]];

const HEADERS = "must be an object, Headers or pairs, with valid names and values";

const HOOK = "must be an object with the function onRequest or onEnd";
const badHook = { onRequest() {}, onEnd: "hunter2" };

const TIMEOUT = "must be a number of milliseconds from 1 to 2147483647";

const invalidForBoth: Invalid[] = [
  ["timeoutMs", TIMEOUT, 0, 0.5, Number.NaN, 2 ** 31, "1000", null],
  ["retries", "must be an integer, 0 or more", -1, 0.5, Number.POSITIVE_INFINITY, "1", null],
  ["shouldRetry", "must be a function", true],
  ["retryDelayMs", "must be a function", 1_000],
  ["headers", HEADERS, null, "x-key: hunter2", { "x y": "hunter2" }, { "x-key": "hunter2\r\nx: y" }],
  ["headers", HEADERS, [["x-key", "hunter2", "z"]], [["x-key"]], 42],
  ["headers", "must not include authorization", { Authorization: "Basic hunter2" }, [["AUTHORIZATION", "hunter2"]]],
  ["headers", "must not include content-type", new Headers({ "content-type": "text/plain" })],
  ["headers", "must not include host", { host: "hunter2" }],
  ["hooks", "must be an array of objects with onRequest or onEnd", null, logTo([])],
  ["hooks[0]", HOOK, [{}], [null], ["hunter2"], [() => {}], [badHook]],
  ["hooks[1]", HOOK, [logTo([]), {}], [logTo([]), null, {}]],
  ["hooks[0]", "has an unknown hook onResponse. Known: onRequest, onEnd", [{ onResponse() {} }]],
  ["hooks[1]", "has an unknown hook onRequst, did you mean onRequest?", [logTo([]), { onRequst() {} }]],
];

const invalidForClient: Invalid[] = [
  ["baseUrl", "must not contain a user name or password", "https://rose:hunter2@plants.example.com"],
  ["baseUrl", 'must be an absolute URL, such as "https://plants.example.com/v1"', "hunter2"],
  ["token", 'must not include "Bearer ": pass the token alone', "Bearer hunter2"],
  ["token", "must be a string or a function that returns one", 42],
  ["token", "is required", undefined],
  ["fetch", "must be a function", null],
];

const invalidForCall: Invalid[] = [
  ["signal", "must be an AbortSignal", {}, null, { aborted: true }, new EventTarget(), new AbortController()],
  ["signal", "must be an AbortSignal", { aborted: false, addEventListener() {} }],
  ["signal", "must be an AbortSignal", { aborted: false, removeEventListener() {} }],
];

describe("the options of a client", () => {
  it.each<[string, TestOptions]>([
    ["undefined for a default", { fetch: undefined, timeoutMs: undefined, retries: undefined, hooks: undefined }],
    ["no retries", { retries: 0 }],
    ["the largest numbers", { timeoutMs: 2 ** 31 - 1, retries: 2 ** 53 - 1 }],
    ["undefined for an unknown option", { color: undefined } as TestOptions],
    ["no hooks", { hooks: [] }],
    ["hooks with other members", { hooks: [{ onEnd() {}, oneShot: true } as object] }],
    ["each hook alone", { hooks: [{ onRequest() {} }, { onEnd() {}, onRequest: undefined }] }],
  ])("may be %s", async (_, options) => {
    expect((await createPlant({ ...options, fetch: created })).data).toEqual({ name: "Fern" });
  });

  it("may be a time limit of a millisecond", () => {
    expect(() => create({ baseUrl, token: TOKEN, timeoutMs: 1 })).not.toThrow();
  });

  it.each([...invalidForClient, ...invalidForBoth])("throw a TypeError: %s %s", (name, requirement, ...values) => {
    for (const value of values) {
      const error = thrownBy(() => create({ baseUrl, token: TOKEN, [name.replace(/\[.*/, "")]: value }));
      expectTypeError(error, `Invalid options: ${name} ${requirement}`);
    }
  });

  it("throw a TypeError with every problem", () => {
    expect(() => create({ baseURL: baseUrl, retries: -1 })).toThrow(
      new TypeError(
        "Invalid options: baseUrl is required; token is required; retries must be an integer, 0 or more; " +
          "unknown option baseURL, did you mean baseUrl?",
      ),
    );
  });
});

describe("the options of a call", () => {
  it.each([...invalidForCall, ...invalidForBoth])(
    "reject with a TypeError: %s %s",
    async (name, requirement, ...values) => {
      for (const value of values) {
        const error = await getRejection(createPlant({ fetch: created }, { [name.replace(/\[.*/, "")]: value }));
        expectTypeError(error, `Invalid options: ${name} ${requirement}`);
      }
    },
  );

  it.each<[string, unknown, string]>([
    ["null", null, "expected an object"],
    ["a signal", new AbortController().signal, "expected an object, not a signal: pass { signal }"],
    [
      "an option of the client",
      { token: "" },
      "unknown option token. Known: signal, timeoutMs, retries, shouldRetry, retryDelayMs, headers, hooks",
    ],
    [
      "a long name that isn't printable",
      { [`x\u001b${"y".repeat(100)}`]: "hunter2" },
      `unknown option x\\u001b${"y".repeat(32)}…. Known: signal, timeoutMs, retries, shouldRetry, retryDelayMs, headers, hooks`,
    ],
    [
      "several problems",
      { retries: -1, timeout: 5 },
      "retries must be an integer, 0 or more; unknown option timeout, did you mean timeoutMs?",
    ],
  ])("reject with a TypeError when they are %s", async (_, options, message) => {
    const error = await getRejection(createPlant({ fetch: created }, options as CreatePlantOptions));
    expectTypeError(error, `Invalid options: ${message}`);
  });
});

it("options that are invalid are named before a NewPlant that is", async () => {
  const call = createTestClient().createPlant({ id: 1.5, name: "Fern" }, { retries: -1 });
  expectTypeError(await getRejection(call), "Invalid options: retries must be an integer, 0 or more");
});

describe("headers", () => {
  const own = { accept: "application/json", authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };

  it.each<[string, NonNullable<PlantStoreClientOptions["headers"]>]>([
    ["an object", { "X-Tenant": "north" }],
    ["pairs", [["X-Tenant", "north"]]],
    ["Headers", new Headers({ "X-Tenant": "north" })],
  ])("may be %s", async (_, headers) => {
    const { fetch, sent } = scriptedFetch(created);
    await createPlant({ fetch, headers });
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({ ...own, "x-tenant": "north" });
  });

  it("may be empty", async () => {
    const { fetch, sent } = scriptedFetch(created);
    await createPlant({ fetch, headers: { "x-tenant": "" } });
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({ ...own, "x-tenant": "" });
  });

  it("replace the Accept of the client", async () => {
    const { fetch, sent } = scriptedFetch(created);
    await createPlant({ fetch, headers: { Accept: "application/problem+json" } });
    expect(sent[0]?.headers.get("accept")).toBe("application/problem+json");
  });

  it.each<[string, HeaderFields]>([
    ["an object", { a: undefined, b: null }],
    [
      "pairs",
      [
        ["a", undefined],
        ["b", null],
      ] as unknown as [string, string][],
    ],
  ])("of a call without a value leave the client's: %s", async (_, headers) => {
    const { fetch, sent } = scriptedFetch(created);
    await createPlant({ fetch, headers: { a: "1" } }, { headers });
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({ ...own, a: "1" });
  });

  it("of a call replace the client's of the same name", async () => {
    const { fetch, sent } = scriptedFetch(created);
    await createPlant({ fetch, headers: { a: "1", B: "1" } }, { headers: { b: "2", C: "2" } });
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({ ...own, a: "1", b: "2", c: "2" });
  });
});
