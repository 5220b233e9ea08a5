import type { Hooks } from "plant-store-sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deferred } from "../support/deferred.ts";
import { getRejection } from "../support/get-rejection.ts";
import { created, failed, html, lost, type Outcome, refused, scriptedFetch } from "../support/scripted-fetch.ts";
import { createPlant, logTo, never, runTimers, type TestOptions, TOKEN, withRetry } from "../support/test-client.ts";

const bug = new Error("a bug");
const throwBug = () => {
  throw bug;
};
const rejectBug = () => Promise.reject(bug);

let print = vi.spyOn(console, "error");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  print = vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Calls, and returns what the call resolves to or rejects with. */
const settle = (options: TestOptions, signal?: AbortSignal): Promise<unknown> =>
  runTimers(createPlant({ timeoutMs: 5_000, ...options }, { signal }).catch((error: unknown) => error));

/** An error that can't be read. */
const unreadable = Object.defineProperty(new Error("no"), "message", { get: throwBug });
const { proxy: revoked, revoke } = Proxy.revocable(new Error("no"), {});
revoke();

const leftOut = (name: string) => [`The ${name} hook failed. The error is left out, because it may quote the token`];

interface Failure {
  readonly how: string;
  readonly hook: () => unknown;
  readonly printed: (name: string) => readonly unknown[] | undefined;
}

const failures: readonly Failure[] = [
  { how: "throws", hook: throwBug, printed: (name) => [`The ${name} hook failed`, bug] },
  { how: "rejects", hook: rejectBug, printed: (name) => [`The ${name} hook failed`, bug] },
  { how: "hangs", hook: () => never, printed: () => undefined },
  {
    how: "quotes the token",
    hook: () => Promise.reject(new Error("can't log", { cause: new Error(`Bearer ${TOKEN}`) })),
    printed: leftOut,
  },
  {
    how: "rejects with an error that can't be read",
    hook: () => Promise.reject(unreadable),
    printed: leftOut,
  },
  {
    how: "rejects with a revoked proxy",
    hook: () => Promise.reject(revoked),
    printed: leftOut,
  },
];

const outcomes: readonly [what: string, name: "onResponse" | "onError", fetch: Outcome, known: object][] = [
  ["a Plant", "onResponse", created, { data: { name: "Fern" }, mayHaveBeenCreatedTwice: false }],
  ["an Error", "onResponse", failed(503), { error: { error: 503, message: "try later" }, mayHaveBeenCreated: true }],
  ["neither", "onResponse", html(502), { name: "PlantStoreResponseError", status: 502, mayHaveBeenCreated: true }],
  ["a lost connection", "onError", lost, { name: "PlantStoreConnectionError", mayHaveBeenCreated: true }],
];

describe.each(outcomes)("after %s, the outcome stands when %s", (what, name, fetch, known) => {
  describe.each([
    { retries: "without retries", options: {} },
    { retries: "with retries", options: withRetry },
  ])("$retries and", ({ options }) => {
    it.each(failures)("$how", async ({ hook, printed }) => {
      const hooks = [{ [name]: hook }];
      const attempts = options === withRetry && what !== "a Plant" ? 2 : 1;
      expect(await settle({ ...options, fetch, hooks })).toMatchObject({ ...known, attempts });
      expect(print.mock.calls).toEqual(Array(attempts).fill(printed(name)).filter(Boolean));
    });
  });
});

describe("no call waits for onResponse and onError", () => {
  /** Runs a call whose end hooks end when `finish` is called. Returns its lines, and those that follow. */
  async function runWithSlowEnds(...script: Parameters<typeof scriptedFetch>) {
    const { promise, resolve: finish } = deferred();
    const log: string[] = [];
    const { fetch } = scriptedFetch(...script);
    const slow = (name: string) => async () => {
      log.push(`${name} begins`);
      await promise;
      log.push(`${name} ends`);
    };
    const hooks = [
      { onRequest: () => void log.push("onRequest"), onResponse: slow("onResponse"), onError: slow("onError") },
    ];
    await settle({ ...withRetry, fetch, hooks });
    log.push("settled");
    finish();
    await promise;
    return log;
  }

  it("calls them before it settles", async () => {
    expect(await runWithSlowEnds(created)).toEqual(["onRequest", "onResponse begins", "settled", "onResponse ends"]);
  });

  it("calls them before a retry", async () => {
    expect(await runWithSlowEnds(lost, created)).toEqual([
      ...["onRequest", "onError begins", "onRequest", "onResponse begins", "settled"],
      ...["onError ends", "onResponse ends"],
    ]);
  });

  it.each([
    ["an error", bug, ["The onError hook failed", bug]],
    ["an error that can't be read", unreadable, leftOut("onError")],
  ])("prints what they throw after the time limit: %s", async (_, thrown, printed) => {
    const onError = () => new Promise<void>((_, reject) => setTimeout(reject, 10_000, thrown));
    await settle({ timeoutMs: 5_000, fetch: () => never, hooks: [{ onError }] });
    expect(print).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(print.mock.calls).toEqual([printed]);
  });
});

describe("a retry after a hook", () => {
  it.each<[string, (controller: AbortController) => unknown]>([
    ["aborted", (controller) => controller.abort()],
    // The timer of the time limit can't fire while a hook blocks the event loop.
    ["blocked until the time limit", () => void vi.spyOn(performance, "now").mockReturnValue(1e9)],
  ])("isn't asked for when it %s", async (_, hook) => {
    const shouldRetry = vi.fn(() => true);
    const controller = new AbortController();
    const hooks = [{ onResponse: () => hook(controller) }] as Hooks[];
    const result = await settle({ ...withRetry, shouldRetry, fetch: refused, hooks }, controller.signal);
    expect(result).toMatchObject({ error: { error: 7 }, attempts: 1 });
    expect(shouldRetry).not.toHaveBeenCalled();
  });

  it("that waits ends as an abort", async () => {
    const controller = new AbortController();
    const retryDelayMs = () => {
      setTimeout(() => controller.abort("left"), 100);
      return 1_000;
    };
    const error = await settle({ ...withRetry, retryDelayMs, fetch: refused }, controller.signal);
    expect(error).toMatchObject({ name: "AbortError", cause: "left", attempts: 1, mayHaveBeenCreated: false });
  });
});

describe("a failing hook", () => {
  it.each<[string, Hooks, Outcome, string[]]>([
    ["onResponse", { onResponse: rejectBug }, created, ["onRequest", "onResponse 200"]],
    ["onError", { onError: throwBug }, lost, ["onRequest", "onError PlantStoreConnectionError"]],
  ])("%s lets the other objects end", async (_, hooks, fetch, lines) => {
    const log: string[] = [];
    await settle({ fetch, hooks: [hooks, logTo(log)] });
    expect(log).toEqual(lines);
  });

  it("prints once for each object", async () => {
    await settle({ fetch: created, hooks: [{ onResponse: throwBug }, { onResponse: rejectBug }] });
    expect(print.mock.calls).toEqual(Array(2).fill(["The onResponse hook failed", bug]));
  });

  it("keeps a Plant when console.error throws", async () => {
    print.mockImplementation(throwBug);
    expect(await settle({ fetch: created, hooks: [{ onResponse: throwBug }] })).toMatchObject({
      data: { name: "Fern" },
    });
  });
});

describe("a failing onRequest", () => {
  it.each([
    ["throws", throwBug],
    ["rejects", rejectBug],
  ])("rejects the call when it %s", async (_, onRequest) => {
    const { fetch, sent } = scriptedFetch(created);
    const error = await getRejection(createPlant({ ...withRetry, fetch, hooks: [{ onRequest }] }));
    expect(error).toMatchObject({ name: "PlantStoreCallbackError", attempts: 0, mayHaveBeenCreated: false });
    expect((error as Error).cause).toBe(bug);
    expect(sent).toEqual([]);
  });

  it("ends only the objects that it reached", async () => {
    const log: string[] = [];
    const hooks = [logTo(log, "a "), { ...logTo(log, "b "), onRequest: rejectBug }, logTo(log, "c ")];
    await getRejection(createPlant({ fetch: created, hooks }));
    expect(log).toEqual(["a onRequest", "a onError PlantStoreCallbackError", "b onError PlantStoreCallbackError"]);
  });

  it("counts the attempts before it", async () => {
    const { fetch } = scriptedFetch(lost);
    const onRequest = vi.fn().mockReturnValueOnce(undefined).mockImplementation(throwBug);
    const error = await settle({ ...withRetry, fetch, hooks: [{ onRequest }] });
    expect(error).toMatchObject({ name: "PlantStoreCallbackError", attempts: 1, mayHaveBeenCreated: true });
  });
});

describe("onError after an abort", () => {
  /** Calls with a `fetch` that is aborted. */
  const abortedCall = (hooks: Hooks[]) => {
    const controller = new AbortController();
    const fetch = () => {
      controller.abort("left");
      return never;
    };
    return settle({ fetch, hooks }, controller.signal);
  };

  it("isn't awaited", async () => {
    const log: string[] = [];
    expect(await abortedCall([{ onError: () => never }, logTo(log)])).toMatchObject({ name: "AbortError" });
    expect(log).toEqual(["onRequest", "onError AbortError"]);
    expect(print).not.toHaveBeenCalled();
  });

  it("prints what it throws", async () => {
    expect(await abortedCall([{ onError: throwBug }])).toMatchObject({ name: "AbortError", cause: "left" });
    expect(print.mock.calls).toEqual([["The onError hook failed", bug]]);
  });

  it("is called for each object that an onRequest that hangs reached", async () => {
    const log: string[] = [];
    const controller = new AbortController();
    const onRequest = () => {
      controller.abort();
      return never;
    };
    const hooks = [logTo(log, "a "), { ...logTo(log, "b "), onRequest }, logTo(log, "c ")];
    await settle({ fetch: created, hooks }, controller.signal);
    expect(log).toEqual(["a onRequest", "a onError AbortError", "b onError AbortError"]);
  });
});
