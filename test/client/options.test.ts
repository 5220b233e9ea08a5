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
const expectIssue = (error: unknown, name: string, message: string) => {
  const expected = { name: "PlantStoreInputError", mayHaveBeenCreated: false, attempts: 0 };
  expect(error).toMatchObject({
    ...expected,
    message: `Invalid options: ${message}`,
    issues: [{ message, path: [name] }],
  });
  expect((error as Error).stack).not.toContain("hunter2");
  expect(error).not.toHaveProperty("cause");
};

type Invalid = [name: string, requirement: string, ...values: unknown[]];

const HEADERS = "must be an object, Headers or pairs, with valid names and values";
const pairs = new Map([["x-key", "hunter2"]]).entries();

const HOOKS = "must be an array of objects with onRequest, onResponse or onError";
const badHook = { onRequest() {}, onError: "hunter2" };

const invalidClient: Invalid[] = [
  ["timeoutMs", "must be a number from 1 to 2147483647", 0, 0.5, Number.NaN, 2 ** 31, "1000", null],
  ["retries", "must be an integer, 0 or more", -1, 0.5, Number.POSITIVE_INFINITY, "1", null],
  ["shouldRetry", "must be a function", true],
  ["retryDelayMs", "must be a function", 1_000],
  ["headers", HEADERS, null, "x-key: hunter2", { "x y": "hunter2" }, { "x-key": "hunter2\r\nx: y" }, pairs],
  ["headers", HEADERS, [["x-key", "hunter2", "z"]]],
  ["headers", "must not include authorization", { Authorization: "Basic hunter2" }, [["AUTHORIZATION", "hunter2"]]],
  ["headers", "must not include content-type", new Headers({ "content-type": "text/plain" })],
  ["baseUrl", "must not contain a user name or password", "https://rose:hunter2@plants.example.com"],
  ["token", 'must not include "Bearer ": pass the token alone', "Bearer hunter2"],
  ["token", "must be a string or a function that returns one", 42],
  ["token", "is required", undefined],
  ["fetch", "must be a function", null],
  ["hooks", HOOKS, null, logTo([]), [{}], [logTo([]), null], [() => {}], [badHook]],
];

const invalidCall: Invalid[] = [
  ["timeoutMs", "must be a number from 1 to 2147483647", 0],
  ["signal", "must be an AbortSignal", {}, null, new AbortController()],
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

  it.each(invalidClient)("name %s when it is invalid, and don't quote it: %s", (name, requirement, ...values) => {
    for (const value of values) {
      expectIssue(
        thrownBy(() => create({ baseUrl, token: TOKEN, [name]: value })),
        name,
        `${name} ${requirement}`,
      );
    }
  });

  it("report every problem at once, and the nearest name for a misspelled one", () => {
    expect(thrownBy(() => create({ baseURL: baseUrl, retries: -1 }))).toMatchObject({
      message:
        "Invalid options: baseUrl is required; token is required; retries must be an integer, 0 or more; " +
        "unknown option baseURL, did you mean baseUrl?",
      issues: [{ path: ["baseUrl"] }, { path: ["token"] }, { path: ["retries"] }, { path: ["baseURL"] }],
    });
  });
});

describe("the options of a call", () => {
  it("may be undefined", async () => {
    const options = { signal: undefined, timeoutMs: undefined, retries: undefined };
    expect((await createPlant({ fetch: created }, options)).data).toEqual({ name: "Fern" });
  });

  it.each(invalidCall)("name %s when it is invalid, and nothing is sent: %s", async (name, requirement, ...values) => {
    const fetch = vi.fn();
    const token = vi.fn(() => TOKEN);
    for (const value of values) {
      const error = await getRejection(createPlant({ token, fetch }, { [name]: value }));
      expectIssue(error, name, `${name} ${requirement}`);
    }
    expect(fetch).not.toHaveBeenCalled();
    expect(token).not.toHaveBeenCalled();
  });

  it.each<[unknown, string]>([
    [null, "expected an object"],
    [new AbortController().signal, "expected an object, not a signal: pass { signal }"],
    [{ token: "" }, "unknown option token. Known: signal, timeoutMs, retries, shouldRetry, retryDelayMs, headers"],
  ])("can't be %o", async (options, message) => {
    const error = await getRejection(createPlant({ fetch: created }, options as CreatePlantOptions));
    expect(error).toMatchObject({ name: "PlantStoreInputError", message: `Invalid options: ${message}` });
  });
});

type MakeHeaders = (fields: Record<string, string>) => NonNullable<PlantStoreClientOptions["headers"]>;
const forms: MakeHeaders[] = [(fields) => fields, (fields) => Object.entries(fields), (fields) => new Headers(fields)];

it.each(forms)("headers of the call replace the client's of the same name: %o", async (make) => {
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

describe("a polluted Object.prototype", () => {
  const hook = vi.fn();
  const record = { "x-evil": "1", header: { "x-evil": "1" }, path: {}, query: { evil: 1 }, error: 1, message: "evil" };
  const evil = ["evil", -1, hook, record, [{ onRequest: hook }]];

  it.each([
    ...["baseUrl", "token", "fetch", "hooks", "signal", "timeoutMs", "retries", "shouldRetry", "retryDelayMs"],
    ...["headers", "header", "Request", "body", "method", "redirect", "params", "path", "query", "parseAs"],
    ...["middleware", "pathSerializer", "querySerializer", "bodySerializer", "requestInitExt"],
    ...["tag", "data", "error", "value", "issues"],
  ])("changes nothing: %s", async (name) => {
    const { fetch, sent } = scriptedFetch(created);
    const options = [{ fetch }, { fetch, hooks: [{ onRequest() {}, onError: hook }] }];
    const names: unknown[] = [];
    // Node's Request, which records the requests, reads an inherited signal.
    const values = name === "signal" ? [AbortSignal.abort("evil")] : evil;
    for (const value of values) {
      await withPolluted(name, { value, enumerable: true, writable: true }, async () => {
        for (const client of options.map(createTestClient)) {
          for (const call of [undefined, {}]) {
            names.push((await client.createPlant(fern, call)).data?.name);
          }
        }
      });
    }
    expect(names).toEqual(Array(4 * values.length).fill("Fern"));
    expect(hook).not.toHaveBeenCalled();
    const request = { url, method: "POST", body: '{"id":1,"name":"Fern"}' };
    expect(sent).toMatchObject(names.map(() => request));
    for (const { headers } of sent) {
      expect([...headers.keys()]).toEqual(["authorization", "content-type"]);
    }
  });
});

it("works without URL.canParse, which jsdom 21 lacks", async () => {
  const canParse = vi.spyOn(URL, "canParse");
  await createPlant({ fetch: created });
  expect(canParse).not.toHaveBeenCalled();
  canParse.mockRestore();
});
