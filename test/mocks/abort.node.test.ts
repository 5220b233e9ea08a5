import { getEventListeners } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { baseUrl, fetchAdapter } from "../support/adapter.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { getRejection } from "../support/get-rejection.ts";

const headers = { authorization: "Bearer any", "content-type": "application/json" };
const init = { method: "POST", headers, body: '{"id":1,"name":"Fern"}' };

it("leaves no listener on the signal of a request that had to wait", async () => {
  const { fetch, mock } = await fetchAdapter.start({ delayMs: 1_000_000 });
  const { signal } = new AbortController();
  const calls = Array.from({ length: 20 }, () => fetch(`${baseUrl}/plants`, { ...init, signal }));
  await nextTurn();
  // More than ten would make Node warn of a leak.
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  mock.reset();
  await Promise.allSettled(calls);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it("lets go of a request that has its response", async () => {
  const { mock } = await fetchAdapter.start({ delayMs: 1 });
  const send = async () => {
    const request = new Request(`${baseUrl}/plants`, init);
    await mock.fetch(request);
    return new WeakRef(request);
  };
  const sent = await send();
  mock.clearRequests();
  await nextTurn();
  collectGarbage();
  expect(sent.deref()).toBeUndefined();
});

it.each<[title: string, post: (signal: AbortSignal) => Parameters<typeof fetch>]>([
  ["in the options", (signal) => [`${baseUrl}/plants`, { ...init, signal }]],
  ["of a Request", (signal) => [new Request(`${baseUrl}/plants`, { ...init, signal })]],
])("ends a pending response by the signal %s after a garbage collection", async (_, post) => {
  const controller = new AbortController();
  // Only the pending response references the mock and the request.
  const wait = () => {
    const mock = createPlantStoreMock({ baseUrl });
    mock.failNext("timeout");
    return getRejection(mock.fetch(...post(controller.signal)));
  };
  const rejection = wait();
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    collectGarbage();
  }
  controller.abort();
  expect(await rejection).toBe(controller.signal.reason);
});
