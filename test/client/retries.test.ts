import type { FailedAttempt } from "plant-store-sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { created, failed, lost, type Outcome, refused, scriptedFetch } from "../support/scripted-fetch.ts";
import { createTestClient, fern, never, runTimers, type TestOptions } from "../support/test-client.ts";

const NOW = Date.UTC(2026, 0, 15, 12, 0, 0);
const NOW_AGAIN = { "retry-after": "0" };
const html: Outcome = () => new Response("<h1>Bad Gateway</h1>", { status: 502 });
const cut: Outcome = () =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) }));

/** Runs a call to its end. `waits` are the times between the attempts. */
async function run(script: Parameters<typeof scriptedFetch>, options: TestOptions = {}, call = {}) {
  const { fetch, sent } = scriptedFetch(...script);
  const times: number[] = [];
  const client = createTestClient({
    retries: 1,
    timeoutMs: 2 ** 31 - 1,
    ...options,
    fetch(input, init) {
      times.push(performance.now());
      const response = fetch(input, init);
      // The next attempt has headers of its own.
      (init.headers as Headers).set("x-late", "1");
      return response;
    },
  });
  const outcome = await runTimers(client.createPlant(fern, call).catch((error) => error));
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  return { outcome, sent, waits };
}

beforeEach(() => {
  // Not all, since sockets of other tests need the rest.
  vi.useFakeTimers({ now: NOW, toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("a call with retries", () => {
  const statuses = [408, 429, 500, 502, 503, 504].map((status): [string, Outcome] => [`a ${status}`, failed(status)]);

  it.each([
    ...statuses,
    ["a 502 without an Error", html] as const,
    ["a connection error", lost] as const,
    ["a body that breaks off", cut] as const,
  ])("is retried after %s", async (_, outcome) => {
    const { outcome: result, sent } = await run([outcome, created]);
    expect(result).toMatchObject({ data: { name: "Fern" } });
    expect(sent).toHaveLength(2);
  });

  it("sends the same request again, up to the retries of the call, which default to none", async () => {
    const options = { headers: { "x-client": "yes" } };
    const { sent } = await run([lost], options, { retries: 2, headers: { "x-call": "yes" } });
    const seen = sent.map(({ url, method, headers, body }) => JSON.stringify([url, method, [...headers], body]));
    expect(seen).toEqual(Array(3).fill(seen[0]));
    expect(seen[0]).not.toContain("x-late");
    expect((await run([lost], {}, { retries: 0 })).sent).toHaveLength(1);
    expect((await run([lost], { retries: undefined })).sent).toHaveLength(1);
  });

  it.each<[string, [Outcome, ...Outcome[]], object]>([
    ["an Error", [lost, failed(500), failed(429)], { error: { error: 429 }, attempts: 3, mayHaveBeenCreated: true }],
    ["a connection error", [failed(500), lost], { name: "PlantStoreConnectionError", attempts: 3 }],
    ["a response error", [lost, html], { name: "PlantStoreResponseError", attempts: 3, mayHaveBeenCreated: true }],
  ])("ends with the last outcome: %s", async (_, script, expected) => {
    expect((await run(script, { retries: 2 })).outcome).toMatchObject(expected);
  });

  it.each<[string, Outcome]>([
    ...[400, 425, 501, 505, 599].map((status): [string, Outcome] => [`a ${status}`, failed(status, NOW_AGAIN)]),
    ["a 200 without a Plant", () => new Response("<h1>Login</h1>", { headers: NOW_AGAIN })],
    ["a redirect", () => new Response(null, { status: 302, headers: NOW_AGAIN })],
    ["a Plant", created],
  ])("isn't retried after %s", async (_, outcome) => {
    expect((await run([outcome], { retries: 5 })).sent).toHaveLength(1);
  });
});

describe("shouldRetry", () => {
  it("gets the failed attempt and decides, even if it isn't transient", async () => {
    const failures: FailedAttempt[] = [];
    const shouldRetry = (failure: FailedAttempt) => failures.push(failure) < 5;
    const options = { retries: 9, retryDelayMs: () => 0, shouldRetry };
    const { outcome, sent } = await run([refused, failed(429), lost, html, refused], options);
    expect(sent).toHaveLength(5);
    expect(outcome).toMatchObject({ error: { error: 7 } });
    const response = expect.any(Response);
    const api = { name: "PlantStoreApiError", status: 400, error: 7, attempts: 1, mayHaveBeenCreated: false };
    const late = { ...api, attempts: 5, mayHaveBeenCreated: true };
    const expected = [
      { retry: 1, error: api, response, isTransient: false, mayHaveBeenCreated: false },
      { retry: 2, error: { error: 429, attempts: 2 }, response, isTransient: true, mayHaveBeenCreated: false },
      { retry: 3, error: { name: "PlantStoreConnectionError" }, isTransient: true, mayHaveBeenCreated: true },
      { retry: 4, error: { name: "PlantStoreResponseError" }, response, isTransient: true, mayHaveBeenCreated: true },
      { retry: 5, error: late, isTransient: false, mayHaveBeenCreated: true },
    ];
    expect(failures).toMatchObject(expected);
    expect(failures[2]?.response).toBeUndefined();
  });

  it("of a call replaces the client's", async () => {
    const shouldRetry = vi.fn(() => true);
    expect((await run([lost], { shouldRetry }, { shouldRetry: () => false })).sent).toHaveLength(1);
    expect(shouldRetry).not.toHaveBeenCalled();
  });

  it.each<[string, [Outcome], TestOptions]>([
    ["a Plant", [created], {}],
    ["the last retry", [lost], { retries: 0 }],
    ["a fetch that returns no Response", [() => 42 as never], {}],
    ["a hook that throws", [lost], { hooks: [{ onError: () => Promise.reject(new Error("a bug")) }] }],
    ["a timeout", [() => never], { timeoutMs: 1 }],
  ])("isn't called after %s", async (_, script, options) => {
    const shouldRetry = vi.fn(() => true);
    expect((await run(script, { ...options, shouldRetry })).sent).toHaveLength(1);
    expect(shouldRetry).not.toHaveBeenCalled();
  });
});

describe("shouldRetry and retryDelayMs", () => {
  const rejects = () => Promise.reject(new Error("async"));
  const throws = () => {
    throw "a bug";
  };

  // A rejection of the promise that nobody handles would fail the run.
  it.each<[name: string, problem: string, bad: (() => unknown)[], cause?: string]>([
    ["shouldRetry", "must return a boolean", [() => undefined, () => 1, async () => true, rejects]],
    ["retryDelayMs", "must return a number, 0 or more", [() => -1, () => Number.NaN, () => "100", async () => 100]],
    ["shouldRetry", "threw an error. See the cause", [throws], "a bug"],
    ["retryDelayMs", "threw an error. See the cause", [throws], "a bug"],
  ])("reject the call with PlantStoreInputError: %s %s", async (name, problem, bad, cause) => {
    for (const option of bad) {
      const message = `${name} ${problem}`;
      const { outcome, sent } = await run([lost], { [name]: option });
      expect(outcome).toMatchObject({
        name: "PlantStoreInputError",
        message: `Invalid options: ${message}`,
        issues: [{ message, path: [name] }],
        mayHaveBeenCreated: true,
        attempts: 1,
      });
      expect(outcome.cause).toBe(cause);
      expect(sent).toHaveLength(1);
    }
  });
});

describe("the delay before a retry", () => {
  it.each([
    // Timers drop fractions of a millisecond.
    [1 - 2 ** -53, [499, 999, 1_999, 3_999, 7_999, 7_999]],
    [0.5, [250, 500, 1_000, 2_000, 4_000, 4_000]],
    [0, [0, 0, 0, 0, 0, 0]],
  ])("is random and doubles from 500 ms to at most 8 s: %d", async (random, expected) => {
    vi.mocked(Math.random).mockReturnValue(random);
    expect((await run([lost], { retries: 6 })).waits).toEqual(expected);
  });

  it("is what retryDelayMs of the call returns for retry 1, 2, …", async () => {
    const retryDelayMs = vi.fn((retry: number) => 100 * retry);
    const options = { retries: 3, retryDelayMs: () => 1 };
    expect((await run([failed(503), lost, html, created], options, { retryDelayMs })).waits).toEqual([100, 200, 300]);
    expect(retryDelayMs.mock.calls).toEqual([[1], [2], [3]]);
  });

  it.each([
    ["007", [7_000, 7_000]],
    ["60", [60_000, 60_000]],
    ["0", [0, 0]],
    // The date has come by the second retry.
    [new Date(NOW + 3_000).toUTCString(), [3_000, 0]],
    ["Thursday, 15-Jan-26 12:01:00 GMT", [60_000, 0]],
    [new Date(NOW - 3_600_000).toUTCString(), [0, 0]],
  ])("follows Retry-After rather than retryDelayMs: %s", async (retryAfter, expected) => {
    const setTimeout = vi.spyOn(globalThis, "setTimeout");
    const headers = { "retry-after": retryAfter };
    const page: Outcome = () => new Response("", { status: 429, headers });
    const retryDelayMs = vi.fn(() => 5);
    const { waits } = await run([failed(503, headers), page, created], { retries: 2, retryDelayMs });
    expect(waits).toEqual(expected);
    expect(retryDelayMs).not.toHaveBeenCalled();
    // Node warns about a negative delay.
    expect(Math.min(...setTimeout.mock.calls.map(([, delay]) => delay ?? 0))).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ...["", "soon", "0 GMT", "-5", "1.5", "1e1", "5s", "5, 6", "2026-01-15T12:00:03Z", "Foo, 99 Bar 2026 25:61:61 GMT"],
    ...["on Thu, 15 Jan 2026 12:00:03 GMT", "Thu, 15 Jan 2026 12:00:03 GMT+1"],
  ])("ignores an invalid Retry-After: %j", async (retryAfter) => {
    expect((await run([failed(503, { "retry-after": retryAfter }), created])).waits).toEqual([250]);
  });

  it.each<[string, retryAfter: string, TestOptions, asked: number]>([
    ["Retry-After exceeds 60 s", "61", {}, 0],
    ["Retry-After has 400 digits", "9".repeat(400), {}, 0],
    ["its date is 61 s away", new Date(NOW + 61_000).toUTCString(), {}, 0],
    ["Retry-After reaches the time limit", "2", { timeoutMs: 2_000 }, 0],
    ["the backoff reaches the time limit", "", { timeoutMs: 250 }, 1],
    ["retryDelayMs returns Infinity", "", { retryDelayMs: () => Number.POSITIVE_INFINITY }, 1],
  ])("is none, and the call ends at once, when %s", async (_, retryAfter, options, asked) => {
    const start = performance.now();
    const shouldRetry = vi.fn(() => true);
    const script = failed(503, { "retry-after": retryAfter });
    const { outcome, sent } = await run([script], { retries: 5, shouldRetry, ...options });
    expect(outcome).toMatchObject({ error: { error: 503 } });
    expect(sent).toHaveLength(1);
    expect(shouldRetry).toHaveBeenCalledTimes(asked);
    expect(performance.now()).toBe(start);
  });

  it("fits into the time that earlier attempts left", async () => {
    const slow: Outcome = () => new Promise((resolve) => setTimeout(() => resolve(failed(503)()), 800));
    // Two attempts and the waits of 250 and 500 ms take 2,350 ms.
    expect((await run([slow], { retries: 5, timeoutMs: 2_350 })).sent).toHaveLength(2);
    const { outcome } = await run([slow], { retries: 5, timeoutMs: 2_351 });
    expect(outcome).toMatchObject({ name: "PlantStoreTimeoutError", attempts: 3 });
    // The timer of the fetch that ignores the end of its call.
    vi.clearAllTimers();
  });

  it("ends when the caller aborts", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort("left"), 100);
    const { outcome, sent } = await run([failed(503), created], {}, { signal: controller.signal });
    expect(outcome).toBe("left");
    expect(sent).toHaveLength(1);
  });
});
