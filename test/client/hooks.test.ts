import type { EndContext, HookContext, Hooks } from "plant-store-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fern } from "../support/fern.ts";
import { getRejection } from "../support/get-rejection.ts";
import { created, lost, refused, scriptedFetch } from "../support/scripted-fetch.ts";
import { createPlant, createTestClient, logTo, runTimers, TOKEN, url, withRetry } from "../support/test-client.ts";

/** Hooks that record what they get. */
const spyHooks = () => ({
  onRequest: vi.fn<NonNullable<Hooks["onRequest"]>>(),
  onEnd: vi.fn<NonNullable<Hooks["onEnd"]>>(),
});

const request = {
  callId: expect.stringMatching(/^\w+-\d+$/),
  id: expect.stringMatching(/^\w+-\d+\.1$/),
  attempt: 1,
  method: "POST",
  url,
  headers: expect.any(Headers),
  body: '{"id":1,"name":"Fern"}',
};

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the request that hooks see", () => {
  it("is the attempt, its method, URL, headers and body", async () => {
    const hooks = spyHooks();
    await createPlant({ fetch: created, hooks: [hooks] });
    expect(hooks.onRequest.mock.calls).toEqual([[request]]);
  });

  it("has no token in its headers", async () => {
    const hooks = spyHooks();
    await createPlant({ fetch: created, headers: { a: "1" }, hooks: [hooks] });
    const contexts = [...hooks.onRequest.mock.calls, ...hooks.onEnd.mock.calls].flat();
    const headers = contexts.map((context) => Object.fromEntries(context.headers));
    expect(headers).toEqual(Array(2).fill({ a: "1", accept: "application/json", "content-type": "application/json" }));
  });

  it("has no token in its URL", async () => {
    const hooks = spyHooks();
    await createPlant({ baseUrl: `https://plants.example.com/${TOKEN}`, fetch: created, hooks: [hooks] });
    const urls = [...hooks.onRequest.mock.calls, ...hooks.onEnd.mock.calls].map(([context]) => context.url);
    expect(urls).toEqual(Array(2).fill("https://plants.example.com/[redacted]/plants"));
  });

  it("has an id of its call and its number, from onRequest to onEnd", async () => {
    const hooks = spyHooks();
    await createPlant({ ...withRetry, fetch: scriptedFetch(refused, created).fetch, hooks: [hooks] });
    const begun = hooks.onRequest.mock.calls.map(([{ callId, id }]) => ({ callId, id }));
    const callId = begun[0]?.callId;
    expect(begun).toEqual([1, 2].map((attempt) => ({ callId, id: `${callId}.${attempt}` })));
    expect(hooks.onEnd.mock.calls.map(([{ callId, id }]) => ({ callId, id }))).toEqual(begun);
  });
});

describe("onEnd", () => {
  const end = { ...request, durationMs: expect.any(Number) };

  it("gets the response of a Plant, and nothing else", async () => {
    const { onEnd } = spyHooks();
    const { response } = await createPlant({ fetch: created, hooks: [{ onEnd }] });
    expect(onEnd.mock.calls).toEqual([[{ ...end, response, error: undefined, mayHaveBeenCreated: undefined }]]);
    expect(onEnd.mock.calls[0]?.[0].response).toBe(response);
  });

  it("gets an Error of the service as PlantStoreApiError", async () => {
    const { onEnd } = spyHooks();
    const { response } = await createPlant({ fetch: refused, hooks: [{ onEnd }] });
    const error = expect.objectContaining({ name: "PlantStoreApiError", error: 7, message: "no", attempts: 1 });
    expect(onEnd.mock.calls).toEqual([[{ ...end, response, mayHaveBeenCreated: false, error }]]);
  });

  it("gets the response with neither a Plant nor an Error", async () => {
    const { onEnd } = spyHooks();
    const response = new Response("<h1>Bad Gateway</h1>", { status: 502 });
    await getRejection(createPlant({ fetch: () => response, hooks: [{ onEnd }] }));
    const error = expect.objectContaining({ name: "PlantStoreResponseError", status: 502 });
    expect(onEnd.mock.calls).toEqual([[{ ...end, response, mayHaveBeenCreated: true, error }]]);
    expect(onEnd.mock.calls[0]?.[0].response).toBe(response);
  });

  it("isn't called when the token function fails", async () => {
    const log: string[] = [];
    await getRejection(createPlant({ token: () => Promise.reject("signed out"), hooks: [logTo(log)] }));
    expect(log).toEqual([]);
  });
});

describe("hooks", () => {
  it("are called in order in each attempt", async () => {
    const log: string[] = [];
    const { fetch } = scriptedFetch(refused, lost, created);
    await createPlant({ ...withRetry, retries: 2, fetch, hooks: [logTo(log, "a "), logTo(log, "b ")] });
    expect(log).toEqual([
      ...["a onRequest", "b onRequest", "a onEnd 400", "b onEnd 400"],
      ...["a onRequest", "b onRequest", "a onEnd PlantStoreConnectionError", "b onEnd PlantStoreConnectionError"],
      ...["a onRequest", "b onRequest", "a onEnd 200", "b onEnd 200"],
    ]);
  });

  it("of a call follow those of the client", async () => {
    const log: string[] = [];
    await createPlant({ fetch: created, hooks: [logTo(log, "client ")] }, { hooks: [logTo(log, "call ")] });
    expect(log).toEqual(["client onRequest", "call onRequest", "client onEnd 200", "call onEnd 200"]);
  });

  it("may be methods of a class", async () => {
    class Logger implements Required<Hooks> {
      readonly log: string[] = [];
      onRequest({ attempt }: HookContext) {
        this.log.push(`onRequest ${attempt}`);
      }
      onEnd({ attempt }: EndContext) {
        this.log.push(`onEnd ${attempt}`);
      }
    }
    const logger = new Logger();
    await createPlant({ fetch: created, hooks: [logger] });
    expect(logger.log).toEqual(["onRequest 1", "onEnd 1"]);
  });

  it("are those that the array had when the client was created", async () => {
    const log: string[] = [];
    const hooks = [logTo(log, "a ")];
    const client = createTestClient({ fetch: created, hooks });
    hooks.push(logTo(log, "b "));
    await client.createPlant(fern);
    expect(log).toEqual(["a onRequest", "a onEnd 200"]);
  });

  it("get the time since the first onRequest of the attempt", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const durations: number[] = [];
    const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
    const onEnd = ({ durationMs }: EndContext) => void durations.push(durationMs);
    const script = scriptedFetch(lost, created);
    const fetch = (...args: Parameters<typeof script.fetch>) => wait().then(() => script.fetch(...args));
    const hooks = [{ onRequest: wait, onEnd }];
    await runTimers(createPlant({ ...withRetry, retryDelayMs: () => 100, fetch, hooks }));
    expect(durations).toEqual([10, 10]);
  });
});

describe("a header that onRequest sets", () => {
  const sentHeaders = ({ headers }: { headers: Headers }) => Object.fromEntries(headers);

  it("is sent", async () => {
    const { fetch, sent } = scriptedFetch(created);
    await createPlant({ fetch, hooks: [{ onRequest: ({ headers }) => headers.set("x-trace", "1") }] });
    expect(sent.map(sentHeaders)).toMatchObject([{ authorization: `Bearer ${TOKEN}`, "x-trace": "1" }]);
  });

  it("isn't sent with later attempts", async () => {
    const { fetch, sent } = scriptedFetch(lost, created);
    const onRequest = ({ headers, attempt }: HookContext) => headers.set(`x-attempt-${attempt}`, "1");
    await createPlant({ ...withRetry, fetch, hooks: [{ onRequest }] });
    const names = sent.map(({ headers }) => [...headers.keys()].filter((name) => name.startsWith("x-")));
    expect(names).toEqual([["x-attempt-1"], ["x-attempt-2"]]);
  });

  it.each([
    ...["content-length", "transfer-encoding", "connection", "upgrade", "expect", "keep-alive", "host"],
    ...["authorization", "content-type"],
  ])("must not be %s", async (name) => {
    const fetch = vi.fn();
    const log: string[] = [];
    const hooks = [{ onRequest: ({ headers }: HookContext) => headers.set(name, "1") }, logTo(log)];
    expect(await getRejection(createPlant({ ...withRetry, fetch, hooks }))).toMatchObject({
      name: "PlantStoreCallbackError",
      callback: "onRequest",
      message: `onRequest must not change the ${name} header`,
    });
    expect(log).toEqual(["onRequest", "onEnd PlantStoreCallbackError"]);
    expect(fetch).not.toHaveBeenCalled();
  });
});
