import { type Hooks, PlantStoreAbortError } from "plant-store-sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, lost } from "../support/scripted-fetch.ts";
import { createPlant, logTo, never, type TestOptions, TOKEN, url } from "../support/test-client.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe("the reason of an abort", () => {
  it("is the runtime's DOMException by default", async () => {
    const signal = AbortSignal.abort();
    const error = (await getRejection(createPlant({ fetch: created }, { signal }))) as PlantStoreAbortError;
    expect(error).toBeInstanceOf(PlantStoreAbortError);
    expect(error.message).toBe(`POST ${url} was aborted`);
    expect(error.cause).toBe(signal.reason);
  });

  it("doesn't decide whether the plant may exist", async () => {
    const controller = new AbortController();
    const fetch = () => {
      controller.abort(Object.assign(new Error("connect ECONNREFUSED"), { syscall: "connect", code: "ECONNREFUSED" }));
      return Promise.reject(controller.signal.reason);
    };
    const error = await getRejection(createPlant({ fetch }, { signal: controller.signal }));
    expect(error).toMatchObject({ name: "AbortError", attempts: 1, mayHaveBeenCreated: true });
  });
});

it("an abort after a timeout doesn't change the error", async () => {
  const controller = new AbortController();
  const fetch = (_: string, { signal }: RequestInit) => {
    signal?.addEventListener("abort", () => controller.abort());
    return never;
  };
  const error = getRejection(createPlant({ fetch, timeoutMs: 5 }, { signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(5);
  expect(await error).toMatchObject({ name: "PlantStoreTimeoutError" });
});

/** A signal like those of polyfills and React Native: not an `EventTarget`, without `reason` and `throwIfAborted`. */
class Ponyfill {
  aborted = false;
  readonly listeners = new Set<(event?: unknown) => void>();

  addEventListener(_: string, listener: () => void) {
    this.listeners.add(listener);
  }

  removeEventListener(_: string, listener: () => void) {
    this.listeners.delete(listener);
  }

  abort(...event: readonly unknown[]) {
    this.aborted = true;
    for (const listener of this.listeners) {
      listener(...event);
    }
  }
}

describe("a ponyfill's signal", () => {
  const startCall = (signal: unknown, options: TestOptions = { fetch: () => never }) =>
    getRejection(createPlant(options, { signal: signal as AbortSignal }));

  it.each<[string, readonly unknown[]]>([
    ["an event without a target", [{ type: "abort", target: null }]],
    ["no event", []],
  ])("aborts a call with %s", async (_, event) => {
    const signal = new Ponyfill();
    const errors = [startCall(signal), startCall(signal)];
    await vi.waitUntil(() => signal.listeners.size === 1);
    signal.abort(...event);
    expect(await Promise.all(errors)).toMatchObject(Array(2).fill({ name: "AbortError" }));
    expect(signal.listeners.size).toBe(0);
  });

  it("may have a reason that throws", async () => {
    const reason = () => {
      throw new Error("no reason");
    };
    const signal = Object.defineProperty(new Ponyfill(), "reason", { get: reason });
    const error = startCall(signal);
    await vi.waitUntil(() => signal.listeners.size === 1);
    signal.abort();
    expect(await error).toMatchObject({ name: "AbortError", cause: undefined, mayHaveBeenCreated: true });
  });

  // In the timer, nothing could catch it.
  it("doesn't throw in the timer when its removeEventListener throws", async () => {
    const signal = Object.assign(new Ponyfill(), {
      removeEventListener() {
        throw new Error("no events");
      },
    });
    const error = startCall(signal, { fetch: () => never, timeoutMs: 5 });
    await vi.advanceTimersByTimeAsync(5);
    expect(await error).toMatchObject({ name: "PlantStoreCallbackError", attempts: 1, mayHaveBeenCreated: true });
  });
});

describe("a signal that has aborted before the call", () => {
  it("calls no hook", async () => {
    const log: string[] = [];
    await getRejection(createPlant({ fetch: created, hooks: [logTo(log)] }, { signal: AbortSignal.abort() }));
    expect(log).toEqual([]);
  });
});

it("an abort ends the second call with a signal", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  await createPlant({ fetch: created }, { signal });
  const fetch = () => {
    controller.abort("left");
    return never;
  };
  const timeoutMs = 1_000;
  const rejection = getRejection(createPlant({ fetch, timeoutMs }, { signal }));
  await vi.advanceTimersByTimeAsync(timeoutMs);
  expect(await rejection).toMatchObject({ name: "AbortError", cause: "left" });
});

/** Calls with `options`, which may abort, and logs what happens. Each retry would wait for a minute. */
async function run(log: string[], controller: AbortController, options: TestOptions) {
  const fetch = () => {
    log.push("fetch");
    return lost();
  };
  const token = () => {
    log.push("token");
    return TOKEN;
  };
  const retries = { retries: 3, shouldRetry: () => true, retryDelayMs: () => 60_000, timeoutMs: 3_600_000 };
  const call = createPlant({ fetch, token, ...retries, ...options }, { signal: controller.signal });
  const error = await getRejection(call);
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(120_000);
  return error;
}

describe("an abort inside", () => {
  type AbortAnd = <T>(returned: T) => () => T;
  type ToOptions = (abortAnd: AbortAnd, hooks: Hooks) => TestOptions;
  const sentNothing = { name: "AbortError", cause: "left", attempts: 0, mayHaveBeenCreated: false };
  const sentOnce = { name: "AbortError", cause: "left", attempts: 1, mayHaveBeenCreated: true };

  it.each<[string, ToOptions, expected: object, logged: string[]]>([
    [
      "onRequest calls nothing else",
      (abortAnd, hooks) => ({ hooks: [{ onRequest: abortAnd(undefined) }, hooks] }),
      sentNothing,
      ["token"],
    ],
    [
      "onEnd calls no token function again",
      (abortAnd) => ({ hooks: [{ onEnd: abortAnd(undefined) }] }),
      sentOnce,
      ["token", "fetch"],
    ],
    [
      "shouldRetry calls no token function again",
      (abortAnd) => ({ shouldRetry: abortAnd(true) }),
      sentOnce,
      ["token", "fetch"],
    ],
    [
      "retryDelayMs calls no hook again",
      (abortAnd, hooks) => ({ token: TOKEN, retryDelayMs: abortAnd(0), hooks: [hooks] }),
      sentOnce,
      ["onRequest", "fetch", "onEnd PlantStoreConnectionError"],
    ],
  ])("%s", async (_, toOptions, expected, logged) => {
    const log: string[] = [];
    const controller = new AbortController();
    const abortAnd: AbortAnd = (returned) => () => {
      controller.abort("left");
      return returned;
    };
    expect(await run(log, controller, toOptions(abortAnd, logTo(log)))).toMatchObject(expected);
    expect(log).toEqual(logged);
  });
});

it("an abort between attempts ends the wait", async () => {
  const log: string[] = [];
  const controller = new AbortController();
  const error = run(log, controller, { hooks: [logTo(log)] });
  setTimeout(() => controller.abort("left"), 100);
  await vi.advanceTimersByTimeAsync(100);
  expect(await error).toMatchObject({ name: "AbortError", cause: "left", attempts: 1, mayHaveBeenCreated: true });
  expect(log).toEqual(["token", "onRequest", "fetch", "onEnd PlantStoreConnectionError"]);
});

describe.each([
  { title: "without hooks", hooks: [] },
  { title: "with hooks", hooks: [{ onRequest() {} }] },
])("an abort at any step of a call $title", ({ hooks }) => {
  /** Calls, and aborts after a number of microtasks. */
  async function abortAfter(steps: number) {
    const controller = new AbortController();
    const fetch = vi.fn(() => {
      expect(controller.signal.aborted).toBe(false);
      return created();
    });
    const options = { token: async () => TOKEN, fetch, hooks };
    const outcome = createPlant(options, { signal: controller.signal }).catch((reason) => reason);
    for (let step = 0; step < steps; step++) {
      await null;
    }
    controller.abort("left");
    const settled = await outcome;
    await vi.advanceTimersByTimeAsync(0);
    return { settled, attempts: fetch.mock.calls.length };
  }

  it("reports what was sent", async () => {
    const attemptsAfter: number[] = [];
    for (let step = 0; step < 40; step++) {
      const { settled, attempts } = await abortAfter(step);
      const isAborted = settled instanceof PlantStoreAbortError;
      expect(settled, `after ${step} microtasks`).toMatchObject(
        isAborted
          ? { cause: "left", attempts, mayHaveBeenCreated: attempts > 0 }
          : { data: { name: "Fern" }, attempts: 1 },
      );
      attemptsAfter.push(attempts);
    }
    expect([attemptsAfter.at(0), attemptsAfter.at(-1)]).toEqual([0, 1]);
  });
});
