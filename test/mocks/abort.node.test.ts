import { getEventListeners } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { baseUrl, fetchAdapter } from "../support/adapter.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { getRejection } from "../support/get-rejection.ts";

const headers = { authorization: "Bearer any", "content-type": "application/json" };
const init = { method: "POST", headers, body: '{"id":1,"name":"Fern"}' };

it("leaves no listener behind after a wait", async () => {
  const { mock } = await fetchAdapter.start({ delayMs: 1, token: async () => true });
  const request = new Request(`${baseUrl}/plants`, init);
  mock.failNext(async () => new Response("no"));
  expect((await mock.respond(request)).status).toBe(200);
  expect(getEventListeners(request.signal, "abort")).toEqual([]);
});

it("records a request as aborted at once, also in the microtasks after a wait", async () => {
  for (let microtasks = 0; microtasks < 30; microtasks++) {
    const { mock } = await fetchAdapter.start({ token: async () => true });
    const controller = new AbortController();
    const settled = mock.fetch(`${baseUrl}/plants`, { ...init, signal: controller.signal }).catch(() => {});
    for (let waited = 0; waited < microtasks; waited++) {
      await undefined;
    }
    controller.abort();
    expect(["aborted", "created"]).toContain(mock.requests[0]?.outcome);
    await settled;
  }
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
