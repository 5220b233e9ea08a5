import type { ErrorContext, FailedAttempt, HookContext, Hooks, ResponseContext } from "plant-store-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, html, lost, refused, scriptedFetch } from "../support/scripted-fetch.ts";
import { baseUrl, createPlant, logTo, runTimers, TOKEN, url, withRetry } from "../support/test-client.ts";

/** Hooks that record what they get. */
const spyHooks = () => ({
  onRequest: vi.fn<NonNullable<Hooks["onRequest"]>>(),
  onResponse: vi.fn<NonNullable<Hooks["onResponse"]>>(),
  onError: vi.fn<NonNullable<Hooks["onError"]>>(),
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
    const contexts = [...hooks.onRequest.mock.calls, ...hooks.onResponse.mock.calls].flat();
    const headers = contexts.map((context) => Object.fromEntries(context.headers));
    expect(headers).toEqual(Array(2).fill({ a: "1", "content-type": "application/json" }));
  });

  it("has no token in its URL", async () => {
    const hooks = spyHooks();
    await createPlant({ baseUrl: `${baseUrl}/${TOKEN}`, fetch: created, hooks: [hooks] });
    expect(hooks.onRequest.mock.calls[0]?.[0].url).toBe(`${baseUrl}/[redacted]/plants`);
  });

  it("has one id from onRequest to its end", async () => {
    const hooks = spyHooks();
    await createPlant({ fetch: created, hooks: [hooks] });
    expect(hooks.onResponse.mock.calls[0]?.[0].id).toBe(hooks.onRequest.mock.calls[0]?.[0].id);
  });

  it("has an id of its call and its number", async () => {
    const hooks = spyHooks();
    await createPlant({ ...withRetry, fetch: scriptedFetch(refused, created).fetch, hooks: [hooks] });
    const [first, second] = hooks.onRequest.mock.calls.map(([context]) => context);
    expect(second?.callId).toBe(first?.callId);
    expect([first?.id, second?.id]).toEqual([`${first?.callId}.1`, `${first?.callId}.2`]);
  });

  it("has an id of its own for each attempt when Math.random repeats", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const hooks = spyHooks();
    const options = { ...withRetry, fetch: lost, hooks: [hooks] };
    await Promise.all([createPlant(options), createPlant(options)].map(getRejection));
    expect(new Set(hooks.onRequest.mock.calls.map(([{ id }]) => id)).size).toBe(4);
  });
});

describe("onResponse", () => {
  const end = { ...request, durationMs: expect.any(Number), response: expect.any(Response) };

  it("gets the response of a Plant without an error", async () => {
    const hooks = spyHooks();
    const { response } = await createPlant({ fetch: created, hooks: [hooks] });
    expect(hooks.onResponse.mock.calls).toEqual([[{ ...end, mayHaveBeenCreated: true, error: undefined }]]);
    expect(hooks.onResponse.mock.calls[0]?.[0].response).toBe(response);
  });

  it("gets an Error of the service as PlantStoreApiError", async () => {
    const hooks = spyHooks();
    await createPlant({ fetch: refused, hooks: [hooks] });
    const error = expect.objectContaining({ name: "PlantStoreApiError", error: 7, message: "no", attempts: 1 });
    expect(hooks.onResponse.mock.calls).toEqual([[{ ...end, mayHaveBeenCreated: false, error }]]);
  });

  it("gets the PlantStoreApiError that shouldRetry gets", async () => {
    const hooks = spyHooks();
    const shouldRetry = vi.fn((_: FailedAttempt) => false);
    await createPlant({ fetch: refused, retries: 1, shouldRetry, hooks: [hooks] });
    expect(hooks.onResponse.mock.calls[0]?.[0].error).toBe(shouldRetry.mock.calls[0]?.[0].error);
  });

  it("gets the PlantStoreResponseError that the call rejects with", async () => {
    const hooks = spyHooks();
    const error = await getRejection(createPlant({ fetch: html(502), hooks: [hooks] }));
    expect(error).toMatchObject({ name: "PlantStoreResponseError", body: "<h1>Bad Gateway</h1>" });
    expect(hooks.onResponse.mock.calls[0]?.[0].error).toBe(error);
    expect(hooks.onError).not.toHaveBeenCalled();
  });

  it("gets the service's own response with the token", async () => {
    const hooks = spyHooks();
    const fetch = () => new Response("no", { headers: { "www-authenticate": TOKEN } });
    await getRejection(createPlant({ fetch, hooks: [hooks] }));
    expect(hooks.onResponse.mock.calls[0]?.[0].response.headers.get("www-authenticate")).toBe(TOKEN);
  });
});

describe("onError", () => {
  it("gets the error that the call rejects with", async () => {
    const hooks = spyHooks();
    const error = await getRejection(createPlant({ fetch: lost, hooks: [hooks] }));
    const end = { ...request, durationMs: expect.any(Number), mayHaveBeenCreated: true, error };
    expect(hooks.onError.mock.calls).toEqual([[end]]);
    expect(hooks.onError.mock.calls[0]?.[0].error).toBe(error);
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
      ...["a onRequest", "b onRequest", "a onResponse 400", "b onResponse 400"],
      ...["a onRequest", "b onRequest", "a onError PlantStoreConnectionError", "b onError PlantStoreConnectionError"],
      ...["a onRequest", "b onRequest", "a onResponse 200", "b onResponse 200"],
    ]);
  });

  it("of a call are called after those of the client", async () => {
    const log: string[] = [];
    await createPlant({ fetch: created, hooks: [logTo(log, "client ")] }, { hooks: [logTo(log, "call ")] });
    expect(log).toEqual(["client onRequest", "call onRequest", "client onResponse 200", "call onResponse 200"]);
  });

  it("of a call aren't called for another call", async () => {
    const log: string[] = [];
    const options = { fetch: created, hooks: [] };
    await createPlant(options, { hooks: [logTo(log)] });
    await createPlant(options);
    expect(log).toEqual(["onRequest", "onResponse 200"]);
  });

  it("are awaited before the attempt is sent", async () => {
    const log: string[] = [];
    const fetch = () => {
      log.push("fetch");
      return created();
    };
    const onRequest = () => Promise.resolve().then(() => void log.push("onRequest"));
    await createPlant({ fetch, hooks: [{ onRequest }] });
    expect(log).toEqual(["onRequest", "fetch"]);
  });

  it("are methods of their object", async () => {
    class Counter implements Hooks {
      requests = 0;
      onRequest() {
        this.requests += 1;
      }
    }
    const counter = new Counter();
    await createPlant({ fetch: created, hooks: [counter] });
    expect(counter.requests).toBe(1);
  });

  it("aren't changed when the array of the options changes", async () => {
    const log: string[] = [];
    const hooks: Hooks[] = [{ onRequest: () => void hooks.splice(0) }, logTo(log)];
    await createPlant({ fetch: created, hooks });
    expect(log).toEqual(["onRequest", "onResponse 200"]);
  });

  it("get what the call may have created so far", async () => {
    const created: boolean[] = [];
    const end = ({ mayHaveBeenCreated }: ResponseContext | ErrorContext) => void created.push(mayHaveBeenCreated);
    const { fetch } = scriptedFetch(refused, lost, refused);
    await createPlant({ ...withRetry, retries: 2, fetch, hooks: [{ onResponse: end, onError: end }] });
    expect(created).toEqual([false, true, true]);
  });

  it("get the time since the first onRequest of the attempt", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const durations: number[] = [];
    const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
    const end = ({ durationMs }: ResponseContext | ErrorContext) => void durations.push(durationMs);
    const script = scriptedFetch(lost, created);
    const fetch = (...args: Parameters<typeof script.fetch>) => wait().then(() => script.fetch(...args));
    const hooks = [{ onRequest: wait, onResponse: end, onError: end }];
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

  it("is seen by the next object", async () => {
    const next = spyHooks();
    const onRequest = ({ headers }: HookContext) => headers.set("x-trace", "1");
    await createPlant({ fetch: created, hooks: [{ onRequest }, next] });
    expect(next.onRequest.mock.calls[0]?.[0].headers.get("x-trace")).toBe("1");
  });

  it("isn't sent with later attempts", async () => {
    const { fetch, sent } = scriptedFetch(lost, created);
    const onRequest = ({ headers, attempt }: HookContext) => headers.set(`x-attempt-${attempt}`, "1");
    await createPlant({ ...withRetry, fetch, hooks: [{ onRequest }] });
    const names = sent.map(({ headers }) => [...headers.keys()].filter((name) => name.startsWith("x-")));
    expect(names).toEqual([["x-attempt-1"], ["x-attempt-2"]]);
  });

  it("isn't sent from an object that replaces the context's headers", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const onRequest = (context: HookContext) => void Object.assign(context, { headers: new Headers({ "x-key": "1" }) });
    expect((await createPlant({ fetch, hooks: [{ onRequest }] })).data).toEqual({ name: "Fern" });
    expect(sent.map(({ headers }) => headers.has("x-key"))).toEqual([false]);
  });

  it("isn't sent after onRequest has ended", async () => {
    const { fetch, sent } = scriptedFetch(lost, created);
    const onError = ({ headers }: HookContext) => headers.set("x-late", "1");
    await createPlant({ ...withRetry, fetch, hooks: [{ onError }] });
    expect(sent.map(({ headers }) => headers.has("x-late"))).toEqual([false, false]);
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
    expect(log).toEqual(["onRequest", "onError PlantStoreCallbackError"]);
    expect(fetch).not.toHaveBeenCalled();
  });
});
