import { EventEmitter, getEventListeners, once } from "node:events";
import {
  type CreatePlantOptions,
  createPlantStoreClient,
  type Middleware,
  type PlantStoreClientOptions,
  PlantStoreTimeoutError,
} from "plant-store-sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";
import { created, failed, lost, type Outcome, refused, scriptedFetch } from "../support/scripted-fetch.ts";

const fern = { id: 1, name: "Fern" };
const valid = { baseUrl: "https://plants.example.com", token: "abc" };
const never = new Promise<never>(() => {});
const PLANT = rawAnswer("200 OK", { "content-type": "application/json" }, '{"name":"Fern"}');

// Only the timers that the client uses, since sockets need the others.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Counts by length, since the global fetch sets timers of other lengths. */
function watchTimers(ms: number): () => number {
  const set = vi.spyOn(globalThis, "setTimeout");
  const clear = vi.spyOn(globalThis, "clearTimeout");
  return () => {
    const own = set.mock.results.filter((_, index) => set.mock.calls[index]?.[1] === ms);
    const cleared = new Set<unknown>(clear.mock.calls.map(([timer]) => timer));
    return own.filter(({ value }) => !cleared.has(value)).length;
  };
}

interface Point {
  readonly name: string;
  start(options: CreatePlantOptions): Promise<{ outcome: Promise<unknown>; reached: Promise<unknown> }>;
}

const call = (client: Partial<PlantStoreClientOptions>, options: CreatePlantOptions) =>
  createPlantStoreClient({ ...valid, ...client }).createPlant(fern, options);

const points: Point[] = [
  {
    name: "in the token function",
    async start(options) {
      const events = new EventEmitter();
      const reached = once(events, "asked");
      const token = () => {
        events.emit("asked");
        return never;
      };
      return { outcome: call({ token }, options), reached };
    },
  },
  {
    name: "before the headers of the response",
    async start(options) {
      const events = new EventEmitter();
      const reached = once(events, "received");
      const { url } = await startRawServer(() => events.emit("received"));
      return { outcome: call({ baseUrl: url }, options), reached };
    },
  },
  {
    name: "within the body of the response",
    async start(options) {
      const events = new EventEmitter();
      const reached = once(events, "answered");
      const { url } = await startRawServer('HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{"name":');
      const fetch: PlantStoreClientOptions["fetch"] = async (input, init) => {
        const response = await globalThis.fetch(input, init);
        setImmediate(() => events.emit("answered"));
        return response;
      };
      return { outcome: call({ baseUrl: url, fetch }, options), reached };
    },
  },
  {
    name: "in a fetch that ignores the signal",
    async start(options) {
      const events = new EventEmitter();
      const reached = once(events, "sent");
      const fetch = () => {
        events.emit("sent");
        return never;
      };
      return { outcome: call({ fetch }, options), reached };
    },
  },
  {
    name: "in a body that ignores the signal",
    async start(options) {
      const events = new EventEmitter();
      const reached = once(events, "pulled");
      const fetch = async () =>
        new Response(
          new ReadableStream(
            {
              pull: () => {
                events.emit("pulled");
                return never;
              },
            },
            { highWaterMark: 0 },
          ),
        );
      return { outcome: call({ fetch }, options), reached };
    },
  },
  ...(["onRequest", "onResponse", "onError"] as const).map((hook) => ({
    name: `in a middleware's ${hook}`,
    async start(options: CreatePlantOptions) {
      const events = new EventEmitter();
      const reached = once(events, "called");
      const middleware: Middleware[] = [
        {
          [hook]: () => {
            events.emit("called");
            return never;
          },
        },
      ];
      const { fetch } = scriptedFetch(hook === "onError" ? lost : created);
      return { outcome: call({ fetch, middleware }, options), reached };
    },
  })),
];

describe.each(points)("a call that waits $name", ({ start }) => {
  it("rejects with PlantStoreTimeoutError after timeoutMs and not before", async () => {
    const timersLeft = watchTimers(5_000);
    const { outcome, reached } = await start({ timeoutMs: 5_000, retries: 3 });
    let settled = false;
    const error = getRejection(outcome).finally(() => {
      settled = true;
    });
    await reached;
    expect(timersLeft()).toBe(1);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await error).toBeInstanceOf(PlantStoreTimeoutError);
    expect(await error).toMatchObject({
      name: "PlantStoreTimeoutError",
      message: expect.stringMatching(/^POST http\S+\/plants timed out after 5000 ms$/),
    });
    expect(timersLeft()).toBe(0);
  });

  it("rejects with the reason of the caller's signal and leaves no timer or listener", async () => {
    const timersLeft = watchTimers(5_000);
    for (const reason of [new Error("the user left"), "left", 0, null, { left: true }]) {
      const controller = new AbortController();
      const { outcome, reached } = await start({ signal: controller.signal, timeoutMs: 5_000, retries: 3 });
      const error = getRejection(outcome);
      await reached;
      expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
      controller.abort(reason);
      expect(await error).toBe(reason);
      expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
      expect(timersLeft()).toBe(0);
    }
  });
});

describe("a call", () => {
  const endings: [string, Partial<PlantStoreClientOptions>, Outcome][] = [
    ["with a Plant", {}, created],
    ["with an Error", {}, refused],
    ["with an unexpected response", {}, () => new Response("<h1>Login</h1>")],
    ["with a failed connection", {}, lost],
    ["with a token that failed", { token: () => Promise.reject(new Error("signed out")) }, created],
    ["with middleware", { middleware: [{ onRequest() {}, onResponse() {} }] }, created],
    ["with retries", { retries: 2 }, created],
  ];

  it.each(endings)("leaves no timer or listener: %s", async (_, options, outcome) => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    await call({ ...options, fetch: scriptedFetch(outcome).fetch }, { signal }).catch(() => {});
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    expect(removed.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      added.mock.calls.map(([type, listener]) => [type, listener]),
    );
    expect(added).toHaveBeenCalledTimes(1);
  });

  it("leaves no timer or listener after retries", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const { signal } = new AbortController();
    const { fetch, sent } = scriptedFetch(failed(503), lost, created);
    const result = call({ fetch, retries: 2 }, { signal });
    await vi.runAllTimersAsync();
    expect((await result).data).toEqual({ name: "Fern" });
    expect(sent).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("adds one listener to a shared signal, however many calls run, and removes it", async () => {
    vi.useRealTimers();
    const { signal } = new AbortController();
    const client = createPlantStoreClient({ ...valid, fetch: async () => created() });
    let most = 0;
    for (let round = 0; round < 1_000; round++) {
      const calls = Array.from({ length: 10 }, () => client.createPlant(fern, { signal }));
      most = Math.max(most, getEventListeners(signal, "abort").length);
      await Promise.all(calls);
    }
    expect(most).toBe(1);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("prints no MaxListenersExceededWarning for many concurrent calls with one signal", async () => {
    vi.useRealTimers();
    const warnings: Error[] = [];
    const keep = (warning: Error) => warnings.push(warning);
    process.on("warning", keep);
    const { signal } = new AbortController();
    const { createPlant } = createPlantStoreClient({ ...valid, fetch: async () => created() });
    await Promise.all(Array.from({ length: 100 }, () => createPlant(fern, { signal })));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", keep);
    expect(warnings).toEqual([]);
  });

  it("ends every call that shares a signal when it aborts", async () => {
    const controller = new AbortController();
    const calls = [1, 2, 3].map(() => getRejection(call({ fetch: () => never }, { signal: controller.signal })));
    controller.abort("left");
    expect(await Promise.all(calls)).toEqual(["left", "left", "left"]);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no listener of the global fetch on a long-lived signal", async () => {
    vi.useRealTimers();
    const { signal } = new AbortController();
    const { url } = await startRawServer(PLANT);
    const client = createPlantStoreClient({ ...valid, baseUrl: url });
    for (let round = 0; round < 20; round++) {
      await client.createPlant(fern, { signal });
    }
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("causes no unhandled rejection when something fails after the deadline", async () => {
    const unhandled: unknown[] = [];
    const keep = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", keep);
    const events = new EventEmitter();
    const failure = once(events, "late").then(() => Promise.reject(new Error("late")));
    const outcomes = [
      call({ fetch: () => failure, timeoutMs: 10 }, {}),
      call({ token: () => failure, timeoutMs: 10 }, {}),
      call({ fetch: () => failure, retries: 3, timeoutMs: 10 }, {}),
      call({ fetch: () => failure, middleware: [{ onError() {} }], timeoutMs: 10 }, {}),
    ].map(getRejection);
    await vi.advanceTimersByTimeAsync(10);
    for (const outcome of outcomes) {
      expect(await outcome).toBeInstanceOf(PlantStoreTimeoutError);
    }
    events.emit("late");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", keep);
    expect(unhandled).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("causes no unhandled rejection when a body that is too large can't be cancelled", async () => {
    const unhandled: unknown[] = [];
    const keep = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", keep);
    const cancel = vi.fn(() => Promise.reject(new Error("cannot let go")));
    const endless = new ReadableStream({ pull: (body) => body.enqueue(new Uint8Array(2 ** 20)), cancel });
    await getRejection(call({ fetch: async () => new Response(endless) }, {}));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", keep);
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(unhandled).toEqual([]);
  });
});
