import type { AttemptEnd, HookContext, Hooks, ResponseEnd } from "plant-store-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, failed, lost, type Outcome, refused, scriptedFetch } from "../support/scripted-fetch.ts";
import { baseUrl, createPlant, logTo, never, runTimers, type TestOptions, TOKEN, url } from "../support/test-client.ts";

const retry = { retries: 1, retryDelayMs: () => 0 };
const text = (body: BodyInit, init?: ResponseInit) => () => new Response(body, init);

/** Records what the hooks of one object get. Hooks may return anything but a Request or a Response. */
function recordTo(contexts: Record<string, unknown>[]): Required<Hooks> {
  const record = (context: object) => contexts.push({ ...context }) as never;
  return { onRequest: record, onResponse: record, onError: record };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("hooks", () => {
  it("observe the request and the response of an attempt, without the token", async () => {
    const contexts: Record<string, unknown>[] = [];
    const options = { baseUrl: `${baseUrl}/${TOKEN}`, headers: { a: "1" }, hooks: [recordTo(contexts)] };
    const { response } = await createPlant({ fetch: created, ...options });
    const request = {
      id: expect.stringMatching(/^\w+-\d+$/),
      attempt: 1,
      method: "POST",
      url: `${baseUrl}/[redacted]/plants`,
      headers: expect.any(Headers),
      body: '{"id":1,"name":"Fern"}',
    };
    const end = { durationMs: expect.any(Number), mayHaveBeenCreated: true, response, text: '{"name":"Fern"}' };
    expect(contexts).toEqual([request, { ...request, ...end }]);
    expect(contexts[0]?.id).toBe(contexts[1]?.id);
    const headers = contexts.map((context) => Object.fromEntries(context.headers as Headers));
    expect(headers).toEqual(Array(2).fill({ a: "1", "content-type": "application/json" }));
  });

  it("get onError with the error that the call rejects with", async () => {
    const contexts: Record<string, unknown>[] = [];
    const error = await getRejection(createPlant({ fetch: lost, hooks: [recordTo(contexts)] }));
    expect(contexts).toHaveLength(2);
    expect(contexts[1]).toEqual({ ...contexts[0], durationMs: expect.any(Number), mayHaveBeenCreated: true, error });
  });

  it("run in order, for each attempt, as methods of their object, and are awaited", async () => {
    const log: string[] = [];
    class Observer implements Hooks {
      constructor(readonly name: string) {}
      async #log(event: string, { attempt }: HookContext, created: unknown = "") {
        await Promise.resolve();
        log.push(`${this.name} ${event} ${attempt} ${created}`.trim());
      }
      onRequest(context: HookContext) {
        return this.#log("onRequest", context);
      }
      onResponse(context: HookContext & ResponseEnd) {
        return this.#log("onResponse", context, context.mayHaveBeenCreated);
      }
      onError(context: HookContext) {
        return this.#log("onError", context);
      }
    }
    const outcomes = [refused, lost, created];
    const fetch = () => {
      log.push("fetch");
      return outcomes.shift()?.();
    };
    const hooks = [new Observer("a"), new Observer("b")];
    await createPlant({ shouldRetry: () => true, retries: 2, retryDelayMs: () => 0, fetch, hooks });
    expect(log).toEqual([
      ...["a onRequest 1", "b onRequest 1", "fetch", "a onResponse 1 false", "b onResponse 1 false"],
      ...["a onRequest 2", "b onRequest 2", "fetch", "a onError 2", "b onError 2"],
      ...["a onRequest 3", "b onRequest 3", "fetch", "a onResponse 3 true", "b onResponse 3 true"],
    ]);
  });

  it("get an id for each attempt that is unique in the process, and doesn't depend on Math.random alone", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const contexts: Record<string, unknown>[] = [];
    const call = { ...retry, fetch: lost, hooks: [{ onRequest: recordTo(contexts).onRequest }] };
    await Promise.all([createPlant(call), createPlant(call)].map(getRejection));
    const ids = contexts.map(({ id }) => String(id));
    expect(new Set(ids).size).toBe(4);
    expect(new Set(ids.map((id) => id.split("-")[0])).size).toBe(1);
  });

  it("get the duration since the first onRequest of the attempt", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const ends: number[] = [];
    const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
    const end = ({ durationMs }: AttemptEnd) => void ends.push(durationMs);
    const hooks = [{ onRequest: wait, onResponse: end }, { onError: end }];
    const outcomes = [lost, created];
    const fetch = () => wait().then(outcomes.shift());
    await runTimers(createPlant({ retries: 1, retryDelayMs: () => 100, fetch, hooks }));
    expect(ends).toEqual([10, 10]);
  });

  it.each<[string, Outcome, string]>([
    ["a redirect, whose body isn't read", text("<h1>Elsewhere</h1>", { status: 307 }), ""],
    ["a body of more than 1 MiB, cut", text("x".repeat(2 ** 21), { status: 502 }), "x".repeat(2 ** 20 + 1)],
    ["a body that isn't text", text(Uint8Array.of(0xff, 0x41)), "\ufffdA"],
    ["tokens, redacted", text(`Bearer ${TOKEN}, ${encodeURI(TOKEN)}`), "Bearer [redacted], [redacted]"],
  ])("get the text of %s", async (_, fetch, expected) => {
    const onResponse = vi.fn<NonNullable<Hooks["onResponse"]>>();
    const onError = vi.fn();
    await createPlant({ fetch, hooks: [{ onResponse, onError }] }).catch(() => {});
    expect(onResponse.mock.calls.map(([context]) => context.text === expected)).toEqual([true]);
    expect(onError).not.toHaveBeenCalled();
  });
});

describe("onRequest", () => {
  it("adds headers to the attempt, which later attempts don't have, and never sees the token", async () => {
    const { fetch, sent } = scriptedFetch(lost, created);
    const seen: Headers[] = [];
    const hooks: Hooks[] = [
      { onRequest: ({ headers, attempt }) => headers.set(`x-try-${attempt}`, "1") },
      { onRequest: ({ headers }) => headers.append("x-seen", [...headers.keys()].join()) },
      { onRequest: ({ headers }) => void seen.push(headers), onResponse: ({ headers }) => headers.set("x-later", "1") },
    ];
    const late = (...args: Parameters<typeof fetch>) => {
      seen.at(-1)?.set("x-late", "1");
      return fetch(...args);
    };
    await createPlant({ ...retry, fetch: late, hooks });
    expect(sent.map(({ headers }) => Object.fromEntries(headers))).toEqual(
      ["x-try-1", "x-try-2"].map((name) => ({
        authorization: `Bearer ${TOKEN}`,
        "content-type": "application/json",
        [name]: "1",
        "x-seen": `content-type,${name}`,
      })),
    );
    expect([...(seen[1]?.keys() ?? [])]).toEqual(["content-type", "x-late", "x-later", "x-seen", "x-try-2"]);
  });

  it("can't replace anything in its context", async () => {
    const fetch = vi.fn();
    const onRequest = (context: object) => void Object.assign(context, { body: "{}" });
    expect(await getRejection(createPlant({ fetch, hooks: [{ onRequest }] }))).toBeInstanceOf(TypeError);
    expect(fetch).not.toHaveBeenCalled();
  });

  const forbidden = ["content-length", "transfer-encoding", "connection", "upgrade", "expect", "keep-alive", "host"];

  it.each([...forbidden, "authorization", "content-type"])("must not set the %s header", async (name) => {
    // A browser's Headers take these names too, unlike those of a Request.
    const fetch = vi.fn();
    const log: string[] = [];
    const hooks = [{ onRequest: ({ headers }: HookContext) => headers.set(name, "1") }, logTo(log)];
    const error = await getRejection(createPlant({ fetch, hooks, ...retry }));
    const message = `onRequest must not set the ${name} header`;
    const expected = { name: "PlantStoreInputError", issues: [{ message }], mayHaveBeenCreated: false, attempts: 0 };
    expect(error).toMatchObject({ ...expected, message: `Invalid hook: ${message}` });
    expect(log).toEqual(["onRequest", `onError ${error}`]);
    expect(fetch).not.toHaveBeenCalled();
  });
});

it.each<[keyof Hooks, Outcome, attempts: number]>([
  ["onRequest", created, 0],
  ["onResponse", created, 1],
  ["onError", lost, 1],
])("%s that returns a Request or a Response rejects with PlantStoreInputError", async (hook, fetch, attempts) => {
  for (const returned of [new Request(url), created()]) {
    const log: string[] = [];
    const hooks = [logTo(log), { [hook]: () => returned }];
    expect(await getRejection(createPlant({ ...retry, fetch, hooks }))).toMatchObject({
      name: "PlantStoreInputError",
      message: "Invalid hook: a hook must return nothing. To replace a request or a response, pass a custom fetch",
      mayHaveBeenCreated: attempts > 0,
      attempts,
    });
    expect(log).toHaveLength(2);
  }
});

describe("a hook that throws", () => {
  const bug = new Error("a bug");
  const fail = () => Promise.reject(bug);
  const failNow = () => {
    throw bug;
  };
  const another = () => Promise.reject(new Error("another"));

  it.each<{ title: string; hooks: (log: string[]) => Hooks[]; fetch?: Outcome; logged: string[] }>([
    {
      title: "in onRequest ends the objects that had their turn, and no others",
      hooks: (log) => [logTo(log, "a "), { ...logTo(log, "b "), onRequest: fail }, logTo(log, "c ")],
      logged: ["a onRequest", "a onError Error: a bug", "b onError Error: a bug"],
    },
    {
      title: "in onRequest and then in onError rejects with the first error",
      hooks: (log) => [{ onError: another }, { ...logTo(log), onRequest: failNow }],
      logged: ["onError Error: a bug"],
    },
    {
      title: "in onResponse lets the rest run, and rejects with the first error",
      hooks: (log) => [{ onResponse: fail }, { onResponse: another }, logTo(log)],
      fetch: failed(503),
      logged: ["onRequest", "onResponse 503"],
    },
    {
      title: "in onError replaces the connection error",
      hooks: (log) => [{ onError: failNow }, logTo(log)],
      fetch: lost,
      logged: ["onRequest", `onError PlantStoreConnectionError: POST ${url} failed: socket hang up`],
    },
  ])("$title, and isn't retried", async ({ hooks, fetch, logged }) => {
    const log: string[] = [];
    const script = scriptedFetch(fetch ?? created);
    expect(await getRejection(createPlant({ ...retry, fetch: script.fetch, hooks: hooks(log) }))).toBe(bug);
    expect(log).toEqual(logged);
    expect(script.sent).toHaveLength(fetch ? 1 : 0);
  });

  it.each(["onRequest", "onResponse"])("isn't retried for a connection error of another call: %s", async (hook) => {
    const other = await getRejection(createPlant({ fetch: lost }));
    const run = vi.fn(() => Promise.reject(other));
    expect(await getRejection(createPlant({ ...retry, fetch: created, hooks: [{ [hook]: run }] }))).toBe(other);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe("after an abort", () => {
  type Log = string[];
  type Options = (log: Log, abort: () => void, abortAndHang: () => Promise<never>) => TestOptions;

  it.each<{ title: string; options: Options; logged: Log }>([
    {
      title: "in fetch, an onError that never resolves delays neither the call nor other objects",
      options: (log, _, fetch) => ({ fetch, hooks: [{ onError: () => never }, logTo(log)] }),
      logged: ["onRequest", "onError left", "settled"],
    },
    {
      title: "in an onRequest that never resolves, the call isn't delayed, and nothing is sent",
      options: (log, _, onRequest) => ({
        hooks: [logTo(log, "a "), { ...logTo(log, "b "), onRequest }, logTo(log, "c ")],
      }),
      logged: ["a onRequest", "a onError left", "b onError left", "settled"],
    },
    {
      title: "in an onRequest that resolves, no other hook is called, and nothing is sent",
      options: (log, onRequest) => ({ hooks: [{ ...logTo(log, "a "), onRequest }, logTo(log, "b ")] }),
      logged: ["a onError left", "settled"],
    },
    {
      title: "in an onResponse that never resolves, other objects get onResponse",
      options: (log, _, onResponse) => ({ hooks: [{ onResponse }, logTo(log, "b "), logTo(log, "c ")] }),
      logged: ["b onRequest", "c onRequest", "fetch", "b onResponse 503", "c onResponse 503", "settled"],
    },
    {
      title: "in an onResponse that resolves, shouldRetry isn't called",
      options: (log, onResponse) => ({ shouldRetry: () => log.push("shouldRetry") > 0, hooks: [{ onResponse }] }),
      logged: ["fetch", "settled"],
    },
    {
      title: "before a retry, an attempt that has ended doesn't get onError",
      options: (log, abort) => ({
        shouldRetry: () => {
          queueMicrotask(abort);
          return true;
        },
        hooks: [logTo(log)],
      }),
      logged: ["onRequest", "fetch", "onResponse 503", "settled"],
    },
  ])("$title", async ({ options, logged }) => {
    const controller = new AbortController();
    const log: Log = [];
    const fetch = () => {
      log.push("fetch");
      return failed(503)();
    };
    const abort = () => controller.abort("left");
    const abortAndHang = () => {
      abort();
      return never;
    };
    const call = { ...retry, fetch, ...options(log, abort, abortAndHang) };
    expect(await getRejection(createPlant(call, { signal: controller.signal }))).toBe("left");
    log.push("settled");
    await new Promise((resolve) => setTimeout(resolve));
    expect(log).toEqual(logged);
  });
});
