import type { EndContext, Hooks } from "plant-store-sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deferred } from "../support/deferred.ts";
import { getRejection } from "../support/get-rejection.ts";
import { created, failed, html, lost, scriptedFetch } from "../support/scripted-fetch.ts";
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
  const timers = vi.getTimerCount();
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(timers).toBe(0);
});

/** Calls, and returns what the call resolves to or rejects with. */
const settle = (options: TestOptions, signal?: AbortSignal): Promise<unknown> =>
  runTimers(createPlant({ timeoutMs: 5_000, ...options }, { signal }).catch((error: unknown) => error));

const unreadable = Object.defineProperty(new Error("no"), "message", { get: throwBug });
const quoting = new Error("can't log", { cause: new Error(`Bearer ${TOKEN}`) });

describe("what onEnd throws is printed", () => {
  const LEFT_OUT = ["The onEnd hook failed. The error is left out, because it may quote the token"];

  it.each<[string, onEnd: () => unknown, printed: readonly unknown[][]]>([
    ["when it throws", throwBug, [["The onEnd hook failed", bug]]],
    ["when it rejects", rejectBug, [["The onEnd hook failed", bug]]],
    ["without the error if that quotes the token", () => Promise.reject(quoting), [LEFT_OUT]],
    ["without the error if that can't be read", () => Promise.reject(unreadable), [LEFT_OUT]],
    ["and nothing if it hangs", () => never, []],
  ])("%s", async (_, onEnd, printed) => {
    expect(await settle({ fetch: created, hooks: [{ onEnd } as Hooks] })).toMatchObject({ data: { name: "Fern" } });
    expect(print.mock.calls).toEqual(printed);
  });

  it("and nothing of an object without one", async () => {
    await settle({ fetch: created, hooks: [{ onRequest() {} }] });
    expect(print).not.toHaveBeenCalled();
  });

  // Vitest fails when nothing handles a rejection.
  it("and nothing else happens if printing throws", async () => {
    print.mockImplementation(throwBug);
    await settle({ fetch: created, hooks: [{ onEnd: throwBug }] });
    expect(print).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["an earlier attempt", { attempt: 2, quoted: "rotating-token-1" }],
    ["a later attempt", { attempt: 1, quoted: "rotating-token-2" }],
  ])("without the token of %s", async (_, { attempt, quoted }) => {
    const tokens = ["rotating-token-1", "rotating-token-2"];
    const { promise: late, reject } = deferred();
    const hooks = [{ onEnd: (end: EndContext) => (end.attempt === attempt ? (late as Promise<never>) : undefined) }];
    await settle({ ...withRetry, token: () => tokens.shift() ?? "", fetch: lost, hooks });
    reject(new Error(`can't log ${quoted}`));
    await late.catch(() => {});
    await vi.waitFor(() => expect(print.mock.calls).toEqual([LEFT_OUT]));
  });
});

describe("onEnd can't change the outcome", () => {
  const spoil = (context: EndContext) => {
    const { error, response } = context;
    Object.assign(context, { mayHaveBeenCreated: false, error: undefined });
    Object.assign(error ?? {}, { message: "spoiled", stack: "spoiled", mayHaveBeenCreated: false, isTransient: true });
    response?.headers.set("retry-after", "0");
  };
  const freeze = ({ error }: EndContext) => void Object.freeze(error);

  const outcomes: [string, TestOptions, object][] = [
    ["a Plant", { fetch: created }, { data: { name: "Fern" } }],
    ["an Error", { fetch: failed(503) }, { error: { error: 503, message: "try later" }, mayHaveBeenCreated: true }],
    ["neither", { fetch: html(500) }, { name: "PlantStoreResponseError", mayHaveBeenCreated: true }],
    ["a lost connection", { fetch: lost }, { name: "PlantStoreConnectionError", mayHaveBeenCreated: true }],
    ["a timeout", { fetch: () => never, timeoutMs: 5 }, { name: "PlantStoreTimeoutError", mayHaveBeenCreated: true }],
  ];

  describe.each([
    ["assigns to what it gets", spoil],
    ["freezes what it gets", freeze],
  ])("when it %s", (_, onEnd) => {
    it.each(outcomes)("after %s", async (_, options, expected) => {
      const next = vi.fn();
      const outcome = await settle({ retries: 1, ...options, hooks: [{ onEnd }, { onEnd: next }] });
      expect(outcome).toMatchObject({ ...expected, attempts: 1 });
      expect(outcome).not.toMatchObject({ message: "spoiled" });
      expect(next).toHaveBeenCalledTimes(1);
      expect(next.mock.calls[0]?.[0].error).not.toMatchObject({ message: "spoiled" });
      expect(print).not.toHaveBeenCalled();
    });
  });
});

it("no call waits for onEnd, which is called before a retry and before the call settles", async () => {
  const { promise, resolve: finish } = deferred();
  const log: string[] = [];
  const onEnd = async () => {
    log.push("onEnd begins");
    await promise;
    log.push("onEnd ends");
  };
  const hooks = [{ onRequest: () => void log.push("onRequest"), onEnd }];
  await settle({ ...withRetry, fetch: scriptedFetch(lost, created).fetch, hooks });
  log.push("settled");
  finish();
  await promise;
  expect(log).toEqual([
    ...["onRequest", "onEnd begins", "onRequest", "onEnd begins", "settled"],
    ...["onEnd ends", "onEnd ends"],
  ]);
});

describe("a failing onRequest", () => {
  it.each<[string, NonNullable<Hooks["onRequest"]>]>([
    ["throws", ({ attempt }) => void (attempt === 2 && throwBug())],
    ["sets a header of the client", ({ attempt, headers }) => void (attempt === 2 && headers.set("host", "a"))],
  ])("tells what an earlier attempt may have created when it %s", async (_, onRequest) => {
    const error = await settle({ ...withRetry, fetch: lost, hooks: [{ onRequest }] });
    expect(error).toMatchObject({ callback: "onRequest", attempts: 1, mayHaveBeenCreated: true });
  });

  it.each([
    ["throws", throwBug],
    ["rejects", rejectBug],
  ])("ends only the objects that it reached when it %s", async (_, onRequest) => {
    const log: string[] = [];
    const hooks = [logTo(log, "a "), { ...logTo(log, "b "), onRequest }, logTo(log, "c ")];
    await getRejection(createPlant({ fetch: created, hooks }));
    expect(log).toEqual(["a onRequest", "a onEnd PlantStoreCallbackError", "b onEnd PlantStoreCallbackError"]);
  });
});
