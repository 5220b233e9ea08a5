import { getEventListeners } from "node:events";
import { createServer } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { baseUrl, startMock } from "../../support/adapter.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { getRejection } from "../../support/get-rejection.ts";
import { listening } from "../../support/listening.ts";
import { post } from "../../support/post.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

describe("a signal that many requests share", () => {
  async function shareSignal() {
    const { mock, ...service } = startMock({ delayMs: 1_000_000 });
    const { signal } = new AbortController();
    const calls = Promise.allSettled(Array.from({ length: 20 }, () => post(service, FERN_JSON, {}, signal)));
    await nextTurn();
    return { mock, signal, calls };
  }

  it("has one listener while they wait", async () => {
    const { mock, signal, calls } = await shareSignal();
    // More than ten would make Node warn of a leak.
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    mock.reset();
    await calls;
  });

  it("has no listener after them", async () => {
    const { mock, signal, calls } = await shareSignal();
    mock.reset();
    await calls;
    expect(getEventListeners(signal, "abort")).toEqual([]);
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

  it("leaves the body of a Response that a fault function has fetched", async () => {
    const serviceUrl = await listening(createServer((_, response) => void response.end("x".repeat(2 ** 20))));
    const { mock } = startMock();
    mock.failNext(() => fetch(serviceUrl));
    const response = await mock.fetch(`${baseUrl}/plants`, init);
    await collectOften();
    expect(await response.text()).toHaveLength(2 ** 20);
  });

  /** Sends a request that never gets a response. Only the promise references the mock and the request. */
  function sendForever(...request: Parameters<typeof globalThis.fetch>) {
    const { mock } = startMock();
    mock.failNext("timeout");
    return getRejection(mock.fetch(...request));
  }

  async function collectOften() {
    for (let turn = 0; turn < 3; turn += 1) {
      await nextTurn();
      collectGarbage();
    }
  }

  it("leaves the signal in the options to end a request", async () => {
    const controller = new AbortController();
    const rejection = sendForever(`${baseUrl}/plants`, { ...init, signal: controller.signal });
    await collectOften();
    controller.abort();
    expect(await rejection).toBe(controller.signal.reason);
  });

  it("leaves the signal of a Request to end it", async () => {
    const controller = new AbortController();
    const rejection = sendForever(new Request(`${baseUrl}/plants`, { ...init, signal: controller.signal }));
    await collectOften();
    controller.abort();
    expect(await rejection).toBe(controller.signal.reason);
  });
});
