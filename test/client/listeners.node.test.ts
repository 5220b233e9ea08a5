import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { deferred } from "../support/deferred.ts";
import { fern } from "../support/fern.ts";
import { getRejection } from "../support/get-rejection.ts";
import { created, lost } from "../support/scripted-fetch.ts";
import { createPlant, createTestClient, never, type TestOptions } from "../support/test-client.ts";

it("no listener of a signal that many calls share is left", async () => {
  const { createPlant } = createTestClient({ fetch: created });
  const { signal } = new AbortController();
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 100 }, () => createPlant(fern, { signal })));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  }
});

describe("no listener is left", () => {
  /** Lists the listeners of the caller's signal, and of the signals that `fetch` gets. */
  async function listenersAfter(options: TestOptions, controller = new AbortController()) {
    const signals = [controller.signal];
    const { fetch = created, ...others } = options;
    const recordSignal = (url: string, init: RequestInit) => {
      signals.push(init.signal as AbortSignal);
      return fetch(url, init);
    };
    await getRejection(createPlant({ ...others, fetch: recordSignal }, { signal: controller.signal }));
    return signals.flatMap((signal) => getEventListeners(signal, "abort"));
  }

  it.each<[string, TestOptions]>([
    ["fails", { fetch: lost }],
    ["has no token", { token: () => Promise.reject("signed out") }],
    ["is retried", { fetch: lost, retries: 3, shouldRetry: () => true, retryDelayMs: () => 1 }],
    ["has hooks", { fetch: lost, hooks: [{ onRequest() {} }] }],
    ["times out", { fetch: () => never, timeoutMs: 1 }],
  ])("after a call that %s", async (_, options) => {
    expect(await listenersAfter(options)).toEqual([]);
  });

  it("after a call that is aborted", async () => {
    const controller = new AbortController();
    const hooks = [{ onRequest: () => controller.abort() }];
    expect(await listenersAfter({ hooks }, controller)).toEqual([]);
  });
});

it("causes no unhandled rejection when something fails after the call", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  onTestFinished(() => void process.off("unhandledRejection", unhandled));
  const failure = deferred();
  const cases: TestOptions[] = [
    { fetch: () => failure.promise },
    { token: () => failure.promise as Promise<never> },
    { fetch: created, hooks: [{ onRequest: () => failure.promise }] },
    { fetch: () => new Response(new ReadableStream({ pull: () => failure.promise })) },
  ];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const errors = cases.map((options) => getRejection(createPlant({ timeoutMs: 1_000, ...options })));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await Promise.all(errors)).toMatchObject(cases.map(() => ({ name: "PlantStoreTimeoutError" })));
  failure.reject(new Error("late"));
  await setImmediate();
  expect(unhandled).not.toHaveBeenCalled();
});
