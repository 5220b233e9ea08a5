import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, lost } from "../support/scripted-fetch.ts";
import { createPlant, createTestClient, fern, never, type TestOptions } from "../support/test-client.ts";

function collectEvents(name: "warning" | "unhandledRejection"): unknown[] {
  const events: unknown[] = [];
  const collect = (event: unknown) => events.push(event);
  process.on(name as "warning", collect);
  onTestFinished(() => void process.off(name, collect));
  return events;
}

describe("a signal that many calls share", () => {
  it("has one listener while they run, none after them, and causes no warning", async () => {
    const warnings = collectEvents("warning");
    const { signal } = new AbortController();
    const fetch = () => {
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      return created();
    };
    const client = createTestClient({ fetch });
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 100 }, () => client.createPlant(fern, { signal })));
      expect(getEventListeners(signal, "abort")).toHaveLength(0);
    }
    await setImmediate();
    expect(warnings).toEqual([]);
  });

  it.each<[string, (abort: () => void) => TestOptions]>([
    ["fails", () => ({ fetch: lost })],
    ["has no token", () => ({ token: () => Promise.reject(new Error("signed out")) })],
    ["is retried, with hooks", () => ({ fetch: lost, retries: 3, retryDelayMs: () => 1, hooks: [{ onRequest() {} }] })],
    ["times out", () => ({ fetch: () => never, timeoutMs: 1 })],
    ["is aborted", (onRequest) => ({ hooks: [{ onRequest }] })],
  ])("has no listener after a call that %s, and neither has the signal of fetch", async (_, options) => {
    const controller = new AbortController();
    const signals = [controller.signal];
    const { fetch = created, ...others } = options(() => controller.abort());
    const recordSignal = (url: string, init: RequestInit) => {
      signals.push(init.signal as AbortSignal);
      return fetch(url, init);
    };
    await getRejection(createPlant({ ...others, fetch: recordSignal }, { signal: controller.signal }));
    expect(signals.flatMap((signal) => getEventListeners(signal, "abort"))).toEqual([]);
  });
});

it("causes no unhandled rejection when something fails after the call", async () => {
  const unhandled = collectEvents("unhandledRejection");
  let fail = (_: Error): void => {};
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const throws = () => {
    throw new Error("late");
  };
  const cases: TestOptions[] = [
    { fetch: () => failure },
    { token: () => failure },
    { fetch: () => failure, hooks: [{ onError: async () => throws() }] },
    { fetch: () => failure, hooks: [{ onError: throws }] },
    { fetch: created, hooks: [{ onRequest: () => failure }] },
    { fetch: created, hooks: [{ onResponse: () => failure }] },
    { fetch: lost, hooks: [{ onError: () => failure }] },
    { fetch: () => new Response(new ReadableStream({ pull: () => failure })) },
  ];
  const errors = cases.map((options) => getRejection(createPlant({ timeoutMs: 1, ...options })));
  expect(await Promise.all(errors)).toMatchObject(cases.map(() => ({ name: "PlantStoreTimeoutError" })));
  fail(new Error("late"));
  await setImmediate();
  expect(unhandled).toEqual([]);
});
