import {
  createPlantStoreClient,
  type Middleware,
  type PlantStoreClientOptions,
  PlantStoreConnectionError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
} from "plant-store-sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, failed, lost, type Outcome, scriptedFetch } from "../support/scripted-fetch.ts";

const fern = { id: 9007199254740993n, name: "Fern" };
const NOW = Date.UTC(2026, 0, 15, 12, 0, 0);
const html: Outcome = () => new Response("<h1>Bad Gateway</h1>", { status: 502 });

function createTestClient(script: Parameters<typeof scriptedFetch>, options: Partial<PlantStoreClientOptions> = {}) {
  const { fetch, sent } = scriptedFetch(...script);
  const times: number[] = [];
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "abc",
    retries: 1,
    timeoutMs: 2 ** 31 - 1,
    ...options,
    fetch: (input, init) => {
      times.push(performance.now());
      return fetch(input, init);
    },
  });
  return { ...client, sent, times: () => times.map((time) => time - (times[0] ?? 0)) };
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("without retries", () => {
  it.each([429, 500, 503])("returns a %s at once", async (status) => {
    const { createPlant, sent } = createTestClient([failed(status), created], { retries: undefined });
    expect((await createPlant(fern)).error).toEqual({ error: status, message: "try later" });
    expect(sent).toHaveLength(1);
  });

  it("rejects with a connection error at once", async () => {
    const { createPlant, sent } = createTestClient([lost, created], { retries: undefined });
    expect(await getRejection(createPlant(fern))).toBeInstanceOf(PlantStoreConnectionError);
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a call with retries is retried", () => {
  it.each([408, 429, 500, 502, 503, 504])("after a %s with an Error", async (status) => {
    const { createPlant, sent } = createTestClient([failed(status), created]);
    const result = createPlant(fern);
    await vi.runAllTimersAsync();
    expect((await result).data).toEqual({ name: "Fern" });
    expect(sent).toHaveLength(2);
  });

  it("after a 502 without an Error", async () => {
    const { createPlant, sent } = createTestClient([html, created]);
    const result = createPlant(fern);
    await vi.runAllTimersAsync();
    expect((await result).data).toEqual({ name: "Fern" });
    expect(sent).toHaveLength(2);
  });

  it("after a connection error", async () => {
    const { createPlant, sent } = createTestClient([lost, created]);
    const result = createPlant(fern);
    await vi.runAllTimersAsync();
    expect((await result).data).toEqual({ name: "Fern" });
    expect(sent).toHaveLength(2);
  });

  it("after a body that breaks off", async () => {
    const cut: Outcome = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.error(new TypeError("terminated")),
        }),
      );
    const { createPlant, sent } = createTestClient([cut, created]);
    const result = createPlant(fern);
    await vi.runAllTimersAsync();
    expect((await result).data).toEqual({ name: "Fern" });
    expect(sent).toHaveLength(2);
  });

  it("as often as the option of the call says", async () => {
    const { createPlant, sent } = createTestClient([lost], { retries: 5 });
    const error = getRejection(createPlant(fern, { retries: 2 }));
    await vi.runAllTimersAsync();
    await error;
    expect(sent).toHaveLength(3);
    await getRejection(createPlant(fern, { retries: 0 }));
    expect(sent).toHaveLength(4);
  });

  it("with the same body and headers and a new token", async () => {
    let asked = 0;
    const { createPlant, sent } = createTestClient([failed(503), lost, created], {
      retries: 2,
      token: async () => `token-${++asked}`,
      headers: { "x-client": "yes" },
    });
    const result = createPlant(fern, { headers: { "x-call": "yes" } });
    await vi.runAllTimersAsync();
    await result;
    expect(sent.map(({ body }) => body)).toEqual(Array(3).fill('{"id":9007199254740993,"name":"Fern"}'));
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer token-1",
      "Bearer token-2",
      "Bearer token-3",
    ]);
    expect(sent.map(({ headers }) => `${headers.get("x-client")} ${headers.get("x-call")}`)).toEqual(
      Array(3).fill("yes yes"),
    );
    expect(sent.map(({ url }) => url)).toEqual(Array(3).fill("https://plants.example.com/plants"));
  });
});

describe("a call with retries returns the last outcome", () => {
  it("when all attempts end in an Error", async () => {
    const { createPlant, sent } = createTestClient([failed(500), failed(503), failed(429)], { retries: 2 });
    const result = createPlant(fern);
    await vi.runAllTimersAsync();
    expect((await result).error).toEqual({ error: 429, message: "try later" });
    expect((await result).response.status).toBe(429);
    expect(sent).toHaveLength(3);
  });

  it("when all connections fail", async () => {
    const { createPlant, sent } = createTestClient([failed(500), lost], { retries: 2 });
    const error = getRejection(createPlant(fern));
    await vi.runAllTimersAsync();
    expect(await error).toBeInstanceOf(PlantStoreConnectionError);
    expect(sent).toHaveLength(3);
  });

  it("when an attempt fails for good", async () => {
    const { createPlant, sent } = createTestClient([lost, failed(400), created], { retries: 5 });
    const result = createPlant(fern);
    await vi.runAllTimersAsync();
    expect((await result).error).toEqual({ error: 400, message: "try later" });
    expect(sent).toHaveLength(2);
  });
});

describe("a call with retries is not retried", () => {
  it.each([400, 401, 403, 404, 405, 409, 413, 422, 425, 501, 505, 599])("after a %s with an Error", async (status) => {
    const { createPlant, sent } = createTestClient([failed(status, { "retry-after": "0" }), created]);
    expect((await createPlant(fern)).error).toEqual({ error: status, message: "try later" });
    expect(sent).toHaveLength(1);
  });

  it.each<[string, Outcome]>([
    ["a 200 without a Plant", () => new Response("<h1>Login</h1>", { headers: { "retry-after": "0" } })],
    ["a 404 without an Error", () => new Response("", { status: 404 })],
    ["a redirect", () => new Response(null, { status: 302, headers: { location: "/", "retry-after": "0" } })],
    ["a 300", () => new Response(null, { status: 300, headers: { "retry-after": "0" } })],
  ])("after %s", async (_, outcome) => {
    const { createPlant, sent } = createTestClient([outcome, created]);
    expect(await getRejection(createPlant(fern))).toBeInstanceOf(PlantStoreResponseError);
    expect(sent).toHaveLength(1);
  });

  it("after a Plant", async () => {
    const { createPlant, sent } = createTestClient([created], { retries: 5 });
    await createPlant(fern);
    expect(sent).toHaveLength(1);
  });

  it("when the token function fails", async () => {
    const token = vi.fn(() => Promise.reject(new Error("signed out")));
    const { createPlant, sent } = createTestClient([created], { token, retries: 5 });
    expect(await getRejection(createPlant(fern))).toBeInstanceOf(PlantStoreTokenError);
    expect(token).toHaveBeenCalledTimes(1);
    expect(sent).toHaveLength(0);
  });

  it("after the deadline", async () => {
    const { createPlant, sent } = createTestClient([() => new Promise(() => {}), created], {
      retries: 5,
      timeoutMs: 1_000,
    });
    const error = getRejection(createPlant(fern));
    await vi.runAllTimersAsync();
    expect(await error).toBeInstanceOf(PlantStoreTimeoutError);
    expect(sent).toHaveLength(1);
  });

  it("when middleware throws", async () => {
    const bug = new Error("a bug of the middleware");
    const onRequest = vi.fn(() => {
      throw bug;
    });
    const { createPlant, sent } = createTestClient([created], { retries: 5, middleware: [{ onRequest }] });
    expect(await getRejection(createPlant(fern))).toBe(bug);
    expect(onRequest).toHaveBeenCalledTimes(1);
    expect(sent).toHaveLength(0);
  });
});

describe("the delay before a retry", () => {
  const gaps = (times: readonly number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const waits = async (script: Parameters<typeof scriptedFetch>, retries: number) => {
    const { createPlant, times } = createTestClient(script, { retries });
    const settled = createPlant(fern).catch(() => {});
    await vi.runAllTimersAsync();
    await settled;
    return gaps(times());
  };

  it.each([
    ["an Error", failed(503)],
    ["a page", html],
    ["a connection error", lost],
  ])("is random and doubles from 500 ms to at most 8 s: after %s", async (_, outcome) => {
    vi.mocked(Math.random).mockReturnValue(1 - 2 ** -53);
    // Timers drop fractions of a millisecond.
    expect(await waits([outcome], 7)).toEqual([499, 999, 1_999, 3_999, 7_999, 7_999, 7_999]);
    vi.mocked(Math.random).mockReturnValue(0.5);
    expect(await waits([outcome], 6)).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000]);
    vi.mocked(Math.random).mockReturnValue(0);
    expect(Math.max(...(await waits([outcome], 3)))).toBeLessThanOrEqual(1);
  });

  it("is random each time", async () => {
    vi.mocked(Math.random).mockReturnValueOnce(0.25).mockReturnValueOnce(0.75);
    expect(await waits([lost], 2)).toEqual([125, 750]);
  });

  it.each([
    ["1", 1_000],
    ["7", 7_000],
    ["007", 7_000],
    ["60", 60_000],
  ])("follows Retry-After in seconds: %s", async (retryAfter, ms) => {
    expect(await waits([failed(503, { "retry-after": retryAfter })], 2)).toEqual([ms, ms]);
  });

  it.each([
    ["in this form", new Date(NOW + 3_000).toUTCString(), 3_000],
    ["60 seconds away", new Date(NOW + 60_000).toUTCString(), 60_000],
    ["in the form of RFC 850", "Thursday, 15-Jan-26 12:00:03 GMT", 3_000],
  ])("follows Retry-After as a date: %s", async (_, retryAfter, ms) => {
    expect(await waits([failed(429, { "retry-after": retryAfter }), created], 1)).toEqual([ms]);
  });

  it.each([
    ["0", "0"],
    ["now", new Date(NOW).toUTCString()],
    ["a date that has passed", new Date(NOW - 3_600_000).toUTCString()],
  ])("is zero when Retry-After is %s", async (_, retryAfter) => {
    expect(Math.max(...(await waits([failed(429, { "retry-after": retryAfter }), created], 1)))).toBeLessThanOrEqual(1);
  });

  it("is never negative, which Node warns about", async () => {
    const setTimeout = vi.spyOn(globalThis, "setTimeout");
    await waits([failed(429, { "retry-after": new Date(NOW - 3_600_000).toUTCString() }), created], 1);
    const delays = setTimeout.mock.calls.map(([, ms]) => ms ?? 0);
    expect(delays).not.toEqual([]);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
  });

  it.each([
    "",
    "soon",
    "-5",
    "1.5",
    "1e1",
    "0x10",
    "5s",
    "5, 6",
    "2026-01-15T12:00:03Z",
    "Foo, 99 Bar 2026 25:61:61 GMT",
  ])("ignores an invalid Retry-After: %j", async (retryAfter) => {
    expect(await waits([failed(503, { "retry-after": retryAfter }), created], 1)).toEqual([250]);
  });

  it("is what retryDelayMs returns for retry 1, 2, …", async () => {
    const retryDelayMs = vi.fn((retry: number) => 100 * retry);
    const { createPlant, times } = createTestClient([failed(503), lost, html, created], { retries: 3, retryDelayMs });
    const result = createPlant(fern);
    await vi.runAllTimersAsync();
    await result;
    expect(gaps(times())).toEqual([100, 200, 300]);
    expect(retryDelayMs.mock.calls).toEqual([[1], [2], [3]]);
    expect(Math.random).not.toHaveBeenCalled();
  });

  it("is what the retryDelayMs of the call returns", async () => {
    const { createPlant, times } = createTestClient([lost, created], { retryDelayMs: () => 1_000 });
    const result = createPlant(fern, { retryDelayMs: () => 7 });
    await vi.runAllTimersAsync();
    await result;
    expect(gaps(times())).toEqual([7]);
  });

  it("follows Retry-After rather than retryDelayMs", async () => {
    const retryDelayMs = vi.fn(() => 1);
    const { createPlant, times } = createTestClient([failed(503, { "retry-after": "2" }), created], { retryDelayMs });
    const result = createPlant(fern);
    await vi.runAllTimersAsync();
    await result;
    expect(gaps(times())).toEqual([2_000]);
    expect(retryDelayMs).not.toHaveBeenCalled();
  });

  it("doesn't start when retryDelayMs returns Infinity", async () => {
    const { createPlant, sent } = createTestClient([lost, created], { retryDelayMs: () => Number.POSITIVE_INFINITY });
    expect(await getRejection(createPlant(fern))).toBeInstanceOf(PlantStoreConnectionError);
    expect(sent).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ["a negative number", -1],
    ["NaN", Number.NaN],
    ["text", "100"],
    ["a bigint", 100n],
    ["undefined", undefined],
    ["null", null],
    ["a promise", Promise.resolve(100)],
  ])("rejects with PlantStoreInputError when retryDelayMs returns %s", async (_, delay) => {
    const { createPlant, sent } = createTestClient([lost, created], { retryDelayMs: () => delay as number });
    expect(await getRejection(createPlant(fern))).toMatchObject({
      name: "PlantStoreInputError",
      message: "Invalid options: retryDelayMs must return a number of milliseconds, 0 or more",
      issues: [{ path: ["retryDelayMs"] }],
    });
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("rejects with what retryDelayMs throws", async () => {
    const bug = new Error("a bug");
    const retryDelayMs = () => {
      throw bug;
    };
    expect(await getRejection(createTestClient([lost], { retryDelayMs }).createPlant(fern))).toBe(bug);
  });

  it("follows the Retry-After of a response without an Error", async () => {
    const page: Outcome = () => new Response("", { status: 503, headers: { "retry-after": "4" } });
    expect(await waits([page, created], 1)).toEqual([4_000]);
  });

  it.each([
    ["61", "61"],
    ["more digits than a number holds", "9".repeat(400)],
    ["a date 61 seconds away", new Date(NOW + 61_000).toUTCString()],
  ])("doesn't start when Retry-After exceeds 60 s: %s", async (_, retryAfter) => {
    const { createPlant, sent } = createTestClient([failed(503, { "retry-after": retryAfter }), created], {
      retries: 5,
    });
    expect((await createPlant(fern)).error).toEqual({ error: 503, message: "try later" });
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each<[string, Outcome, number]>([
    ["by Retry-After", failed(503, { "retry-after": "2" }), 2_000],
    ["by the backoff", failed(503), 250],
  ])("doesn't start when it would reach the deadline: %s", async (_, outcome, ms) => {
    const { createPlant, sent } = createTestClient([outcome, created]);
    expect((await createPlant(fern, { timeoutMs: ms })).error).toEqual({ error: 503, message: "try later" });
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);

    const result = createPlant(fern, { timeoutMs: ms + 1 });
    await vi.runAllTimersAsync();
    expect(sent).toHaveLength(2);
    expect((await result).data).toEqual({ name: "Fern" });
  });

  it("takes the duration of earlier attempts into account", async () => {
    const slow: Outcome = async () => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      return failed(503)();
    };
    // Each attempt takes 800 ms and the first wait 250 ms, so the second wait of 500 ms would end after 2,350 ms.
    const { createPlant, sent } = createTestClient([slow], { retries: 5, timeoutMs: 2_350 });
    const result = createPlant(fern);
    await vi.runAllTimersAsync();
    expect((await result).error).toEqual({ error: 503, message: "try later" });
    expect(sent).toHaveLength(2);
  });

  it("rejects with the connection error at once when it would reach the deadline", async () => {
    const { createPlant, sent } = createTestClient([lost], { timeoutMs: 200 });
    expect(await getRejection(createPlant(fern))).toBeInstanceOf(PlantStoreConnectionError);
    expect(sent).toHaveLength(1);
  });

  it("ends when the caller aborts, and leaves no timer", async () => {
    const { createPlant, sent } = createTestClient([failed(503), created]);
    const controller = new AbortController();
    const error = getRejection(createPlant(fern, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(2);
    const reason = { why: "the user left" };
    controller.abort(reason);
    expect(await error).toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
    await vi.runAllTimersAsync();
    expect(sent).toHaveLength(1);
  });
});

describe("errors of hooks", () => {
  const other = (script: Outcome) => createTestClient([script], { retries: 0 }).createPlant(fern);

  it.each<[string, keyof Middleware, Outcome, Outcome]>([
    ["onRequest, a connection error", "onRequest", created, lost],
    ["onResponse, a connection error", "onResponse", created, lost],
    ["onResponse, a response error", "onResponse", created, html],
    ["onError, a connection error", "onError", lost, lost],
  ])("aren't retried, though another client's: %s", async (_, hook, outcome, others) => {
    const run = vi.fn(async () => void (await other(others)));
    const { createPlant } = createTestClient([outcome], {
      retries: 3,
      retryDelayMs: () => 0,
      middleware: [{ [hook]: run }],
    });
    const rejection = getRejection(createPlant(fern));
    await vi.runAllTimersAsync();
    expect(await rejection).toBeInstanceOf(others === html ? PlantStoreResponseError : PlantStoreConnectionError);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

it("starts no timer when the call is aborted during an attempt, and asks for no other token", async () => {
  const controller = new AbortController();
  const token = vi.fn(() => "abc");
  let respond = (_: Response): void => {};
  const fetch = () =>
    new Promise<Response>((resolve) => {
      respond = resolve;
    });
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token, fetch, retries: 1 });
  const rejection = getRejection(client.createPlant(fern, { signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(0);
  controller.abort(new Error("cancelled"));
  respond(new Response(null, { status: 503 }));
  expect(await rejection).toMatchObject({ message: "cancelled" });
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(token).toHaveBeenCalledTimes(1);
});
