import { type EndContext, PlantStoreTimeoutError } from "plant-store-sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, scriptedFetch } from "../support/scripted-fetch.ts";
import { createPlant, IN_DOUBT, never, type TestOptions, TOKEN, url } from "../support/test-client.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A response whose body comes from `pull`. */
const streamed = (pull: UnderlyingDefaultSource["pull"], status = 200, cancel = () => {}) =>
  new Response(new ReadableStream({ pull, cancel } as UnderlyingDefaultSource, { highWaterMark: 0 }), { status });

type Wait = (reached: () => Promise<never>) => TestOptions;
const inBody =
  (status: number): Wait =>
  (pull) => ({ fetch: () => streamed(pull, status) });

/** Where a call waits for ever and ignores its signal, how often it has been sent, and what `onEnd` hears. */
const waiting: [stage: string, wait: Wait, attempts: number, mayHaveBeenCreated: boolean, told: object[]][] = [
  ["in the token function", (token) => ({ token }), 0, false, []],
  ["in onRequest", (onRequest) => ({ fetch: created, hooks: [{ onRequest }] }), 0, false, []],
  ["in fetch", (fetch) => ({ fetch }), 1, true, [{ mayHaveBeenCreated: true }]],
  ["in the body of a 200", inBody(200), 1, true, [{ mayHaveBeenCreated: true }]],
  ["in the body of a 400", inBody(400), 1, false, [{ mayHaveBeenCreated: false }]],
  ["in the body of a 408", inBody(408), 1, true, [{ mayHaveBeenCreated: true }]],
];

describe.each(waiting)("a call that waits %s", (_, wait, attempts, mayHaveBeenCreated, told) => {
  async function start(signal?: AbortSignal) {
    const ends: EndContext[] = [];
    let error: Promise<unknown> = never;
    await new Promise<void>((resolve) => {
      const options = wait(() => {
        resolve();
        return never;
      });
      const hooks = [...(options.hooks ?? []), { onEnd: (end: EndContext) => void ends.push(end) }];
      error = getRejection(createPlant({ retries: 3, timeoutMs: 5_000, ...options, hooks }, { signal }));
    });
    return { error, ends };
  }

  it("rejects with PlantStoreTimeoutError after timeoutMs", async () => {
    const { error, ends } = await start();
    await vi.advanceTimersByTimeAsync(5_000);
    const message = `POST ${url} timed out after 5000 ms${mayHaveBeenCreated ? IN_DOUBT : ""}`;
    expect(await error).toMatchObject({ name: "PlantStoreTimeoutError", message, attempts, mayHaveBeenCreated });
    expect(ends).toMatchObject(told);
  });

  it("rejects with PlantStoreAbortError after an abort", async () => {
    const controller = new AbortController();
    const { error, ends } = await start(controller.signal);
    controller.abort("left");
    const message = `POST ${url} was aborted${mayHaveBeenCreated ? IN_DOUBT : ""}`;
    expect(await error).toMatchObject({ name: "AbortError", message, cause: "left", attempts, mayHaveBeenCreated });
    expect(ends).toMatchObject(told);
  });
});

/** Lets the time pass while no timer can fire. */
const block = <T>(value: T): T => {
  const nowMs = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(nowMs + 1_000);
  return value;
};

describe("timeoutMs", () => {
  it("defaults to 30 seconds", async () => {
    const error = getRejection(createPlant({ fetch: () => never }));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await error).toMatchObject({ message: `POST ${url} timed out after 30000 ms${IN_DOUBT}` });
  });

  it("is rounded in the message", async () => {
    const error = getRejection(createPlant({ fetch: () => never, timeoutMs: 4.75 }));
    await vi.advanceTimersByTimeAsync(5);
    expect(await error).toMatchObject({ message: `POST ${url} timed out after 5 ms${IN_DOUBT}` });
  });

  it("aborts the signal of fetch with an AbortError of the runtime", async () => {
    let signal: AbortSignal | null | undefined;
    const fetch = (_: string, init: RequestInit) => {
      signal = init.signal;
      return never;
    };
    const error = getRejection(createPlant({ fetch, timeoutMs: 5 }));
    await vi.advanceTimersByTimeAsync(5);
    expect(await error).toBeInstanceOf(PlantStoreTimeoutError);
    expect(signal?.reason).toBeInstanceOf(DOMException);
    expect(signal?.reason).toHaveProperty("name", "AbortError");
  });

  it.each<[string, TestOptions]>([
    ["a token function", { token: () => block(TOKEN) }],
    ["onRequest", { hooks: [{ onRequest: () => block(undefined) }] }],
  ])("sends nothing after %s that blocked the event loop beyond it", async (_, options) => {
    const { fetch, sent } = scriptedFetch(created);
    const error = await getRejection(createPlant({ timeoutMs: 1_000, ...options, fetch }));
    expect(error).toMatchObject({ name: "PlantStoreTimeoutError", attempts: 0, mayHaveBeenCreated: false });
    expect(sent).toEqual([]);
  });
});

describe("a body that isn't read to its end", () => {
  it("is canceled after 1 MiB", async () => {
    const cancel = vi.fn();
    const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(2 ** 20)));
    await getRejection(createPlant({ fetch: () => streamed(pull, 200, cancel) }));
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(pull).toHaveBeenCalledTimes(2);
  });

  it("may fail to be canceled", async () => {
    const cancel = vi.fn(() => Promise.reject(new Error("can't cancel")));
    const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(2 ** 21));
    const error = await getRejection(createPlant({ fetch: () => streamed(pull, 200, cancel) }));
    expect(error).toMatchObject({ name: "PlantStoreResponseError" });
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it.each<[string, (response: Promise<Response>) => Promise<Response>]>([
    ["that hangs", (response) => response],
    ["of a response that comes late", (response) => vi.advanceTimersByTimeAsync(5).then(() => response)],
    ["of a response that comes in the last moment", (response) => response.finally(() => block(undefined))],
  ])("is canceled after a timeout: one %s", async (_, respond) => {
    const cancel = vi.fn(() => Promise.reject(new Error("can't cancel")));
    const fetch = () => respond(Promise.resolve(streamed(() => never, 200, cancel)));
    const error = getRejection(createPlant({ fetch, timeoutMs: 5 }));
    await vi.advanceTimersByTimeAsync(5);
    expect(await error).toBeInstanceOf(PlantStoreTimeoutError);
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledTimes(1), 20_000);
  });
});
