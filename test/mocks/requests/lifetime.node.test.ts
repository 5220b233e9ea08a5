import { getEventListeners } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { setupServer } from "msw/node";
import { createMockApp } from "plant-store-sdk/mocks/app";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { describe, expect, it, onTestFinished } from "vitest";
import { baseUrl, startMock } from "../../support/adapter.ts";
import { deferred } from "../../support/deferred.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { getRejection } from "../../support/get-rejection.ts";
import { post } from "../../support/post.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const failing = new ReadableStream({ pull: () => Promise.reject(new Error("lost")) });

describe("a signal that many requests share", () => {
  it("has no listener after them", async () => {
    const { mock, ...service } = startMock({ delayMs: 1_000_000 });
    const { signal } = new AbortController();
    const calls = Promise.allSettled(Array.from({ length: 20 }, () => post(service, FERN_JSON, {}, signal)));
    await nextTurn();
    mock.reset();
    await calls;
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it.each<[string, BodyInit, (response: Response) => unknown]>([
    ["was read", "Fern", (response) => response.text()],
    ["was canceled", "Fern", ({ body }) => body?.cancel()],
    ["has failed", failing, (response) => getRejection(response.text())],
  ])("has no listener after the body of a fault function %s", async (_, body, end) => {
    const { mock, fetch } = startMock();
    mock.failNext(() => new Response(body));
    const { signal } = new AbortController();
    await end(await fetch(`${baseUrl}/plants`, { method: "POST", body: FERN_JSON, signal }));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("ends a request that follows the others", async () => {
    const { mock, ...service } = startMock();
    const controller = new AbortController();
    await post(service, FERN_JSON, {}, controller.signal);
    mock.failNext("timeout");
    const rejection = getRejection(post(service, FERN_JSON, {}, controller.signal));
    await nextTurn();
    controller.abort();
    await nextTurn();
    expect(mock.requests).toMatchObject([{ outcome: "created" }, { outcome: "aborted" }]);
    expect(await rejection).toBe(controller.signal.reason);
  });
});

describe("a garbage collection", () => {
  const init = { method: "POST", body: FERN_JSON };

  it("frees a request that has its response", async () => {
    const { mock } = startMock({ token: async () => true });
    const send = async () => {
      const request = new Request(`${baseUrl}/plants`, { ...init, headers: { authorization: "Bearer any" } });
      await mock.fetch(request);
      return new WeakRef(request);
    };
    const sent = await send();
    mock.clearRequests();
    await nextTurn();
    collectGarbage();
    expect(sent.deref()).toBeUndefined();
  });

  async function collectOften() {
    for (let turn = 0; turn < 3; turn += 1) {
      await nextTurn();
      collectGarbage();
    }
  }

  it("leaves the signal of a request through MSW to end it", async () => {
    const { mock, ...service } = startMock();
    const server = setupServer(...createHandlers(mock));
    server.listen(offline);
    onTestFinished(() => server.close());
    mock.failNext("timeout");
    const controller = new AbortController();
    const rejection = getRejection(post({ ...service, fetch }, FERN_JSON, {}, controller.signal));
    await expect.poll(() => mock.requests.length, { interval: 1 }).toBe(1);
    await collectOften();
    controller.abort();
    await rejection;
    await expect.poll(() => mock.requests[0]?.outcome, { interval: 1 }).toBe("aborted");
  });

  /** Only the promise references the mock and the request. */
  function sendForever(signal: AbortSignal) {
    const { mock } = startMock();
    mock.failNext("timeout");
    return getRejection(mock.fetch(new Request(`${baseUrl}/plants`, { ...init, signal })));
  }

  it("leaves the signal of a Request to end it", async () => {
    const controller = new AbortController();
    const rejection = sendForever(controller.signal);
    await collectOften();
    controller.abort();
    expect(await rejection).toBe(controller.signal.reason);
  });

  // `mock.fetch` makes a second `Request`, and Node keeps the first one while that is in use. An app makes none.
  it("leaves the signal of a Request to an app to end it", async () => {
    const controller = new AbortController();
    const headers = { "x-mock-fault": "timeout" };
    const send = () =>
      createMockApp().fetch(new Request(`${baseUrl}/plants`, { ...init, headers, signal: controller.signal }));
    const response = send();
    await collectOften();
    controller.abort();
    expect((await response).status).toBe(499);
  });

  it("leaves the signal of a Request to cancel a body that nobody reads", async () => {
    const { mock } = startMock();
    const canceled = deferred();
    mock.failNext(() => new Response(new ReadableStream({ cancel: canceled.resolve })));
    const controller = new AbortController();
    const send = () => mock.fetch(new Request(`${baseUrl}/plants`, { ...init, signal: controller.signal }));
    const response = await send();
    await collectOften();
    controller.abort();
    await canceled.promise;
    expect(response.status).toBe(200);
  });
});
