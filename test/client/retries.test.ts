import type { FailedAttempt } from "plant-store-sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fern } from "../support/fern.ts";
import { created, failed, html, lost, type Outcome, refused, scriptedFetch } from "../support/scripted-fetch.ts";
import { createTestClient, IN_DOUBT, runTimers, type TestOptions } from "../support/test-client.ts";

const NOW = Date.UTC(2026, 0, 15, 12, 0, 0);
const cut: Outcome = () =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) }));
const neverConnected: Outcome = () => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { syscall: "connect" }) });
};

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
      return fetch(input, init);
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

describe("by default", () => {
  it.each<[string, Outcome]>([
    ["a 429", failed(429)],
    ["a 429 without an Error", html(429)],
    ["a connection that was never made", neverConnected],
  ])("a call is retried after %s", async (_, outcome) => {
    const { outcome: result, sent } = await run([outcome, created]);
    expect(result).toMatchObject({ data: { name: "Fern" }, attempts: 2, mayHaveBeenCreatedTwice: false });
    expect(sent).toHaveLength(2);
  });

  it.each<[string, Outcome]>([
    ["a lost connection", lost],
    ["a body that breaks off", cut],
    ["a 503", failed(503)],
    ["a 502 without an Error", html(502)],
    ["a 400", failed(400)],
    ["a 200 without a Plant", html(200)],
    ["a Plant", created],
  ])("a call isn't retried after %s", async (_, outcome) => {
    expect((await run([outcome], { retries: 5 })).sent).toHaveLength(1);
  });
});

it("a call can turn off the retries of its client", async () => {
  expect((await run([failed(429)], {}, { retries: 0 })).sent).toHaveLength(1);
});

describe("shouldRetry", () => {
  it("gets each failure with what the call may have created so far", async () => {
    const shouldRetry = vi.fn((_: FailedAttempt) => true);
    await run([failed(429), lost, html(502), refused], { retries: 4, retryDelayMs: () => 0, shouldRetry });
    const response = expect.any(Response);
    const error = (name: string, attempts: number, mayHaveBeenCreated: boolean) =>
      expect.objectContaining({ name, attempts, mayHaveBeenCreated });
    const facts = (isTransient: boolean, mayHaveBeenCreated: boolean) => ({ isTransient, mayHaveBeenCreated });
    expect(shouldRetry.mock.calls.flat()).toEqual([
      { retry: 1, error: error("PlantStoreApiError", 1, false), response, ...facts(true, false) },
      { retry: 2, error: error("PlantStoreConnectionError", 2, true), response: undefined, ...facts(true, true) },
      { retry: 3, error: error("PlantStoreResponseError", 3, true), response, ...facts(true, true) },
      { retry: 4, error: error("PlantStoreApiError", 4, true), response, ...facts(false, true) },
    ]);
  });
});

describe("a function that returns something invalid", () => {
  it.each<[name: string, returned: unknown, requirement: string]>([
    ["shouldRetry", 1, "a boolean"],
    ["shouldRetry", Promise.resolve(true), "a boolean"],
    ["retryDelayMs", -1, "a number, 0 or more"],
    ["retryDelayMs", Number.NaN, "a number, 0 or more"],
    ["retryDelayMs", "100", "a number, 0 or more"],
  ])("rejects with PlantStoreCallbackError: %s and %o", async (callback, returned, requirement) => {
    const { outcome, sent } = await run([lost], { shouldRetry: () => true, [callback]: () => returned });
    expect(outcome).toMatchObject({
      name: "PlantStoreCallbackError",
      callback,
      message: `${callback} must return ${requirement}${IN_DOUBT}`,
      attempts: 1,
      mayHaveBeenCreated: true,
    });
    expect(sent).toHaveLength(1);
  });
});

// Vitest fails when nothing handles a rejection.
it.each(["shouldRetry", "retryDelayMs"])(
  "%s that returns a rejected promise leaves no unhandled rejection",
  async (callback) => {
    const reject = () => Promise.reject(new Error("a bug"));
    const { outcome } = await run([lost], { shouldRetry: () => true, [callback]: reject });
    expect(outcome).toMatchObject({ name: "PlantStoreCallbackError", callback });
  },
);

describe("the delay before a retry", () => {
  const retried = { shouldRetry: () => true };

  it.each([
    // Timers drop fractions of a millisecond.
    [1 - 2 ** -53, [499, 999, 1_999, 3_999, 7_999, 7_999]],
    [0.5, [250, 500, 1_000, 2_000, 4_000, 4_000]],
    [0, [0, 0, 0, 0, 0, 0]],
  ])("is random and doubles from 500 ms to at most 8 s: %d", async (random, expected) => {
    vi.mocked(Math.random).mockReturnValue(random);
    expect((await run([lost], { retries: 6, ...retried })).waits).toEqual(expected);
  });

  it.each([
    ["007", 7_000],
    ["60", 60_000],
    ["0", 0],
    [new Date(NOW + 3_000).toUTCString(), 3_000],
    ["Thursday, 15-Jan-26 12:01:00 GMT", 60_000],
    [new Date(NOW - 3_600_000).toUTCString(), 0],
  ])("follows Retry-After: %s", async (retryAfter, wait) => {
    const retryDelayMs = vi.fn(() => 5);
    const { waits } = await run([failed(429, { "retry-after": retryAfter }), created], { retryDelayMs });
    expect(waits).toEqual([wait]);
    expect(retryDelayMs).not.toHaveBeenCalled();
  });

  it.each([200, 307, 400, 401, 408, 429, 499, 500, 502, 503, 504])(
    "follows the Retry-After of every response that is retried: %i",
    async (status) => {
      const headers = { "retry-after": "7" };
      const page: Outcome = () => new Response("<h1>Slow down</h1>", { status, headers });
      expect((await run([page, created], retried)).waits).toEqual([7_000]);
      if (status >= 400) {
        expect((await run([failed(status, headers), created], retried)).waits).toEqual([7_000]);
      }
    },
  );

  it("comes from retryDelayMs, which gets the number of the retry and the failed attempt", async () => {
    const retryDelayMs = vi.fn((retry: number, _: FailedAttempt) => 100 * retry);
    const { waits } = await run([failed(429), lost, created], { retries: 2, retryDelayMs, ...retried });
    expect(waits).toEqual([100, 200]);
    const error = (name: string) => expect.objectContaining({ name });
    expect(retryDelayMs.mock.calls).toEqual([
      [1, expect.objectContaining({ retry: 1, error: error("PlantStoreApiError"), response: expect.any(Response) })],
      [2, expect.objectContaining({ retry: 2, error: error("PlantStoreConnectionError"), mayHaveBeenCreated: true })],
    ]);
  });

  it("compares the date of Retry-After with the service's clock", async () => {
    const headers = {
      "retry-after": new Date(NOW + 3_600_000).toUTCString(),
      date: new Date(NOW + 3_595_000).toUTCString(),
    };
    expect((await run([failed(429, headers), created])).waits).toEqual([5_000]);
  });

  // Node warns about a negative one.
  it("is never negative", async () => {
    const setTimeout = vi.spyOn(globalThis, "setTimeout");
    await run([failed(429, { "retry-after": new Date(NOW - 3_600_000).toUTCString() }), created]);
    expect(Math.min(...setTimeout.mock.calls.map(([, delay]) => delay ?? 0))).toBe(0);
  });

  it.each([
    ...["", "soon", "-5", "1.5", "1e1", "5s", "2026-01-15T12:00:03Z", "Foo 2026"],
    ...["Foo, 99 Bar 2026 25:61:61 GMT", "on Thu, 15 Jan 2026 12:00:03 GMT", "Thu, 15 Jan 2026 12:00:03 GMT+1"],
    ...["Thu Jan 15 12:00:03 2026", "Thu Jan 15 12:00:03 2026 GMT"],
  ])("ignores an invalid Retry-After: %j", async (retryAfter) => {
    expect((await run([failed(429, { "retry-after": retryAfter }), created])).waits).toEqual([250]);
  });

  it.each<[string, retryAfter: string, TestOptions]>([
    ["Retry-After exceeds 60 s", "61", {}],
    ["Retry-After has 400 digits", "9".repeat(400), {}],
    ["its date is 61 s away", new Date(NOW + 61_000).toUTCString(), {}],
    ["Retry-After reaches the time limit", "2", { timeoutMs: 2_000 }],
    ["the backoff reaches the time limit", "", { timeoutMs: 250 }],
    ["retryDelayMs returns Infinity", "", { retryDelayMs: () => Number.POSITIVE_INFINITY }],
  ])("ends the call at once when %s", async (_, retryAfter, options) => {
    const start = performance.now();
    const { outcome, sent } = await run([failed(429, { "retry-after": retryAfter })], { retries: 5, ...options });
    expect(outcome).toMatchObject({ error: { error: 429 }, attempts: 1 });
    expect(sent).toHaveLength(1);
    expect(performance.now()).toBe(start);
  });
});

describe("the time limit", () => {
  const slow: Outcome = () => new Promise((resolve) => setTimeout(() => resolve(failed(429)()), 800));

  it("allows no retry when earlier attempts left no time for its delay", async () => {
    // Two attempts and the waits of 250 and 500 ms take 2,350 ms.
    const { outcome } = await run([slow], { retries: 5, timeoutMs: 2_350 });
    expect(outcome).toMatchObject({ error: { error: 429 }, attempts: 2 });
  });
});
