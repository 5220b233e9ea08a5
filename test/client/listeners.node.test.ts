import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { deferred } from "../support/deferred.ts";
import { fern } from "../support/fern.ts";
import { getRejection } from "../support/get-rejection.ts";
import { created, lost } from "../support/scripted-fetch.ts";
import { createPlant, createTestClient, never, type TestOptions } from "../support/test-client.ts";

function collectEvents(name: "warning" | "unhandledRejection"): unknown[] {
  const events: unknown[] = [];
  const collect = (event: unknown) => events.push(event);
  process.on(name as "warning", collect);
  onTestFinished(() => void process.off(name, collect));
  return events;
}

describe("a signal that many calls share", () => {
  const callTogether = (signal: AbortSignal) => {
    const client = createTestClient({ fetch: created });
    return Promise.all(Array.from({ length: 100 }, () => client.createPlant(fern, { signal })));
  };

  it("ends them when a Request with the signal was created before", async () => {
    const controller = new AbortController();
    new Request("https://plants.example.com", { signal: controller.signal });
    const call = createPlant({ fetch: () => never }, { signal: controller.signal });
    controller.abort("left");
    expect(await getRejection(call)).toMatchObject({ name: "AbortError", cause: "left" });
  });

  it("has no listener after them", async () => {
    const { signal } = new AbortController();
    for (let round = 0; round < 3; round++) {
      await callTogether(signal);
      expect(getEventListeners(signal, "abort")).toHaveLength(0);
    }
  });
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
  const unhandled = collectEvents("unhandledRejection");
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
  expect(unhandled).toEqual([]);
});
