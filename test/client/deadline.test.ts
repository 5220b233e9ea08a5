import type { CreatePlantOptions, ErrorEnd } from "plant-store-sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, lost, scriptedFetch } from "../support/scripted-fetch.ts";
import { createPlant, createTestClient, logTo, never, type TestOptions, TOKEN, url } from "../support/test-client.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  expect(vi.isFakeTimers() ? vi.getTimerCount() : 0).toBe(0);
  vi.useRealTimers();
});

/** A response whose body says in `events` when it is canceled. */
function openBody(events: string[], pull: (controller: ReadableStreamDefaultController) => unknown, status = 200) {
  const source = { pull, cancel: () => void events.push("canceled") };
  return new Response(new ReadableStream(source as UnderlyingDefaultSource, { highWaterMark: 0 }), { status });
}

type Wait = (reached: () => Promise<never>) => TestOptions;
const inBody =
  (status: number): Wait =>
  (pull) => ({ fetch: () => openBody([], pull, status) });

/** Where a call waits for ever and ignores its signal, how often it has been sent, and what `onError` hears. */
const waiting: [stage: string, wait: Wait, attempts: number, mayHaveBeenCreated: boolean, told: object[]][] = [
  ["in the token function", (token) => ({ token }), 0, false, []],
  ["in onRequest", (onRequest) => ({ fetch: created, hooks: [{ onRequest }] }), 0, false, []],
  ["in fetch", (fetch) => ({ fetch }), 1, true, [{ mayHaveBeenCreated: true }]],
  ["in the body of a 200", inBody(200), 1, true, [{ mayHaveBeenCreated: true }]],
  ["in the body of a 400", inBody(400), 1, false, [{ mayHaveBeenCreated: false }]],
  ["in the body of a 408", inBody(408), 1, true, [{ mayHaveBeenCreated: true }]],
  ["in onResponse", (onResponse) => ({ fetch: created, hooks: [{ onResponse }] }), 1, true, []],
  ["in onError", (onError) => ({ fetch: lost, hooks: [{ onError }] }), 1, true, [{ mayHaveBeenCreated: true }]],
];

describe.each(waiting)("a call that waits %s", (_, wait, attempts, mayHaveBeenCreated, told) => {
  async function start(signal?: AbortSignal) {
    const ends: ErrorEnd[] = [];
    let error: Promise<unknown> = never;
    await new Promise<void>((resolve) => {
      const options = wait(() => {
        resolve();
        return never;
      });
      const hooks = [...(options.hooks ?? []), { onError: (end: ErrorEnd) => void ends.push(end) }];
      error = getRejection(createPlant({ retries: 3, timeoutMs: 5_000, ...options, hooks }, { signal }));
    });
    return { error, ends };
  }

  it("rejects with PlantStoreTimeoutError after timeoutMs and not before", async () => {
    const { error, ends } = await start();
    const settled = vi.fn();
    error.then(settled);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const message = `POST ${url} timed out after 5000 ms`;
    expect(await error).toMatchObject({ name: "PlantStoreTimeoutError", message, attempts, mayHaveBeenCreated });
    expect(ends).toMatchObject(told);
  });

  it.each([new Error("the user left"), "left", null])("rejects with the reason of an abort: %s", async (reason) => {
    const controller = new AbortController();
    const { error, ends } = await start(controller.signal);
    controller.abort(reason);
    expect(await error).toBe(reason);
    expect(ends).toMatchObject(told);
  });
});

describe("timeoutMs", () => {
  it.each<[number, TestOptions, CreatePlantOptions]>([
    [30_000, {}, {}],
    [10_000, { timeoutMs: 10_000 }, {}],
    [7, { timeoutMs: 10_000 }, { timeoutMs: 7 }],
  ])("is %d ms by default, of the client or of the call", async (ms, options, call) => {
    const error = getRejection(createPlant({ fetch: () => never, ...options }, call));
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await error).toMatchObject({ message: `POST ${url} timed out after ${ms} ms` });
  });

  it("applies to endless empty chunks, and stops reading them", async () => {
    vi.useRealTimers();
    const events: string[] = [];
    const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array()));
    const fetch = () => openBody(events, pull);
    expect(await getRejection(createPlant({ fetch, timeoutMs: 20 }))).toMatchObject({ name: "PlantStoreTimeoutError" });
    await vi.waitFor(() => expect(events).toEqual(["canceled"]));
    pull.mockClear();
    await new Promise((resolve) => setTimeout(resolve));
    expect(pull).not.toHaveBeenCalled();
  });

  it("calls no token function and sends nothing after it has passed", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const log: string[] = [];
    const token = () => new Promise<string>((resolve) => setTimeout(() => resolve(TOKEN), 2_000));
    const error = getRejection(createPlant({ token, fetch, timeoutMs: 1_000, hooks: [logTo(log)] }));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await error).toMatchObject({ name: "PlantStoreTimeoutError", attempts: 0, mayHaveBeenCreated: false });
    expect(sent).toEqual([]);
    expect(log).toEqual([]);
  });
});

describe("the caller's signal", () => {
  it("rejects at once when it is already aborted, after the arguments have been checked", async () => {
    const token = vi.fn(() => TOKEN);
    const signal = AbortSignal.abort("left");
    expect(await getRejection(createPlant({ token, fetch: created }, { signal }))).toBe("left");
    expect(token).not.toHaveBeenCalled();
    const invalid = createTestClient().createPlant({ id: 1.5, name: "Fern" }, { signal });
    expect(await getRejection(invalid)).toMatchObject({ name: "PlantStoreInputError" });
  });

  it("ends all running calls that share it", async () => {
    const controller = new AbortController();
    const call = (fetch: () => unknown) => createPlant({ fetch }, { signal: controller.signal });
    const errors = [1, 2, 3].map(() => getRejection(call(() => never)));
    await call(created);
    controller.abort("left");
    expect(await Promise.all(errors)).toEqual(["left", "left", "left"]);
  });

  it.each([
    { title: "without hooks", hooks: [] },
    { title: "with hooks", hooks: [{ onRequest() {} }] },
  ])("sends nothing after an abort at any step: $title", async ({ hooks }) => {
    for (let steps = 0; steps < 40; steps++) {
      const controller = new AbortController();
      const isLate: boolean[] = [];
      const fetch = () => {
        isLate.push(controller.signal.aborted);
        return created();
      };
      const options = { token: async () => TOKEN, fetch, hooks };
      const outcome = createPlant(options, { signal: controller.signal }).catch((reason) => reason);
      for (let step = 0; step < steps; step++) {
        await null;
      }
      controller.abort("left");
      expect(["left", { name: "Fern" }]).toContainEqual((await outcome).data ?? (await outcome));
      await vi.advanceTimersByTimeAsync(0);
      expect(isLate).not.toContain(true);
    }
  });
});

describe("a body that isn't read to its end", () => {
  it.each([
    ["of more than 1 MiB", 200, 2],
    ["of a redirect", 302, 0],
  ])("is canceled, even if that fails: %s", async (_, status, reads) => {
    const cancel = vi.fn(() => Promise.reject(new Error("can't cancel")));
    const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(2 ** 20)));
    const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
    await getRejection(createPlant({ fetch: () => new Response(body, { status }) }));
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(pull).toHaveBeenCalledTimes(reads);
  });

  it("is canceled after a timeout", async () => {
    const events: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const body = openBody(events, (controller) => released.then(() => controller.enqueue(Uint8Array.of(1))));
    const error = getRejection(createPlant({ fetch: () => body, timeoutMs: 5 }));
    await vi.advanceTimersByTimeAsync(5);
    await error;
    release();
    await vi.waitFor(() => expect(events).toEqual(["canceled"]));
  });
});
