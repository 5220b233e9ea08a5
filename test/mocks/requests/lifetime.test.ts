import type { Fault, PlantStoreMock, PlantStoreMockOptions } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OpenRequests } from "../../../mocks/requests/open-requests.ts";
import { type Adapter, baseUrl, startMock } from "../../support/adapter.ts";
import { adapters } from "../../support/adapters.ts";
import { deferred } from "../../support/deferred.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { getRejection } from "../../support/get-rejection.ts";
import { expectOutcomes } from "../../support/outcomes.ts";
import { post } from "../../support/post.ts";

// How requests end early: a pending one through each transport and for each reason to wait, by a reset and by an abort; the same
// as its record shows it, where the transport sees aborts; one whose body is arriving; one in a fault function; and, turn by
// turn, one of `mock.fetch`.

const never = () => new Promise<never>(() => {});

/** What a response may wait for. */
const waits: [title: string, options: PlantStoreMockOptions, ...faults: Fault[]][] = [
  ["a timeout", {}, "timeout"],
  ["a fault function", {}, never],
  ["a token function", { token: never }],
  ["delayMs", { delayMs: 1_000_000 }],
];

async function startPending({ start }: Adapter, options: PlantStoreMockOptions, ...faults: Fault[]) {
  const service = await start(options);
  service.mock.failNext(...faults);
  const controller = new AbortController();
  const rejection = getRejection(post(service, FERN_JSON, {}, controller.signal));
  await expectOutcomes(service, "pending");
  return { service, controller, rejection };
}

describe.each(adapters)("a pending request through $name", (adapter) => {
  it.each(waits)("loses its connection when the mock is reset: %s", async (_, options, ...faults) => {
    const { service, rejection } = await startPending(adapter, options, ...faults);
    service.mock.reset();
    expect(await rejection).toBeInstanceOf(TypeError);
  });

  it.each(waits)("rejects with the reason of an abort: %s", async (_, options, ...faults) => {
    const { controller, rejection } = await startPending(adapter, options, ...faults);
    controller.abort(new Error("the user left"));
    expect(await rejection).toMatchObject({ message: "the user left" });
  });
});

describe.each(adapters.filter(({ seesAborts }) => seesAborts))("an aborted request through $name", (adapter) => {
  it.each(waits)("has the outcome aborted: %s", async (_, options, ...faults) => {
    const { service, controller, rejection } = await startPending(adapter, options, ...faults);
    controller.abort();
    await rejection;
    await expectOutcomes(service, "aborted");
  });
});

describe.each(adapters.filter(({ seesAborts }) => seesAborts))("a half-sent request through $name", ({ start }) => {
  /** Sends a part of a body, which the mock has when its transport asks for the next part. */
  async function sendHalf() {
    const service = await start();
    service.mock.failNext("html");
    const controller = new AbortController();
    const isRead = deferred();
    const parts = ['{"id":1,', '"name":'];
    const body = new ReadableStream({
      async pull(stream) {
        const part = parts.shift();
        if (part === undefined) {
          isRead.resolve();
          await never();
        }
        stream.enqueue(new TextEncoder().encode(part));
      },
    });
    const headers = { authorization: "Bearer any-token", "content-type": "application/json" };
    const init = { method: "POST", headers, body, duplex: "half", signal: controller.signal } as RequestInit;
    const rejection = getRejection(service.fetch(`${service.baseUrl}/plants`, init));
    await isRead.promise;
    return { service, controller, rejection };
  }

  it("leaves its number and its fault to the next request", async () => {
    const { service, controller, rejection } = await sendHalf();
    controller.abort(new Error("the user left"));
    expect(await rejection).toMatchObject({ message: "the user left" });
    await post(service, FERN_JSON);
    expect(service.mock.requests).toMatchObject([{ number: 1, body: FERN_JSON, fault: "html" }]);
  });

  it("ends on a reset, without a plant or a record", async () => {
    const { service, rejection } = await sendHalf();
    await expect.poll(() => isEnded(service.mock, rejection)).toBe(true);
    expect([service.mock.plants.size, service.mock.requests]).toEqual([0, []]);
  });

  /** Resets the mock, which has the request when its headers have arrived. */
  async function isEnded(mock: PlantStoreMock, rejection: Promise<unknown>): Promise<boolean> {
    mock.reset();
    return Promise.race([rejection.then(() => true), new Promise<false>((resolve) => setTimeout(resolve, 1, false))]);
  }
});

describe.each(adapters.filter(({ seesAborts }) => seesAborts))("a fault function through $name", ({ start }) => {
  it("gets a signal that aborts when the caller leaves", async () => {
    const service = await start();
    const called = deferred();
    const aborted = deferred();
    service.mock.failNext(({ signal }) => {
      signal.addEventListener("abort", aborted.resolve);
      called.resolve();
      return never();
    });
    const controller = new AbortController();
    const rejection = getRejection(post(service, FERN_JSON, {}, controller.signal));
    await called.promise;
    controller.abort();
    await aborted.promise;
    await rejection;
  });
});

describe("a request of mock.fetch", () => {
  it("isn't aborted by a reset after its response", async () => {
    const { mock, ...service } = startMock();
    const onAbort = vi.fn();
    mock.failNext(({ signal }) => {
      signal.addEventListener("abort", onAbort);
      return new Response();
    });
    await post(service, FERN_JSON);
    mock.reset();
    expect(onAbort).not.toHaveBeenCalled();
  });

  const sendStream = ({ fetch }: PlantStoreMock, body: ReadableStream, signal: AbortSignal | null = null) =>
    fetch(`${baseUrl}/plants`, { method: "POST", body, signal, duplex: "half" } as RequestInit);

  it("with a body that fails rejects as fetch does, without a record", async () => {
    const { mock } = startMock();
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("cut off")) });
    const cause = new Error("the body of the request failed");
    await expect(sendStream(mock, body)).rejects.toThrow(new TypeError("fetch failed", { cause }));
    expect(mock.requests).toEqual([]);
  });

  it("cancels its body on a reset", async () => {
    const { mock } = startMock();
    const canceled = deferred();
    const rejection = getRejection(sendStream(mock, new ReadableStream({ cancel: canceled.resolve })));
    mock.reset();
    await rejection;
    await canceled.promise;
  });

  it("cancels its body when its signal has aborted before", async () => {
    const canceled = deferred();
    const body = new ReadableStream({ cancel: canceled.resolve });
    await expect(sendStream(startMock().mock, body, AbortSignal.abort("left"))).rejects.toBe("left");
    await canceled.promise;
  });

  it("stays pending when another mock is reset", async () => {
    const { mock, ...service } = startMock();
    mock.failNext("timeout");
    const response = getRejection(post(service, FERN_JSON));
    startMock().mock.reset();
    await new Promise((resolve) => setTimeout(resolve));
    expect(mock.requests).toMatchObject([{ outcome: "pending" }]);
    mock.reset();
    await response;
  });

  const steps = Array.from({ length: 40 }, (_, step) => step);

  async function pass(microtasks: number) {
    for (let passed = 0; passed < microtasks; passed++) {
      await null;
    }
  }

  it("creates a plant only if it isn't aborted, whenever the abort comes", async () => {
    const outcomes = new Set<string | undefined>();
    for (const step of steps) {
      const { mock, ...service } = startMock({ token: async () => true });
      const controller = new AbortController();
      const settled = post(service, FERN_JSON, {}, controller.signal).catch(() => "left");
      await pass(step);
      controller.abort();
      await settled;
      const outcome = mock.requests[0]?.outcome;
      outcomes.add(outcome);
      expect(mock.plants.size, `after ${step} microtasks: ${outcome}`).toBe(outcome === "created" ? 1 : 0);
    }
    expect(outcomes).toContain("created");
  });

  it.each([FERN_JSON, new Blob([FERN_JSON])])(
    "leaves no plant and no record after a reset, whenever it comes: %s",
    async (body) => {
      for (const step of steps) {
        const { mock, ...service } = startMock({ token: async () => true });
        const settled = post(service, body).catch(() => "lost");
        await pass(step);
        mock.reset();
        await settled;
        expect([mock.plants.size, mock.requests], `after ${step} microtasks`).toEqual([0, []]);
      }
    },
  );
});

it("passes on a mistake of the mock", async () => {
  const reply = new OpenRequests().open({}, () => Promise.reject(new Error("a mistake")));
  await expect(reply).rejects.toThrow("a mistake");
});

describe("a delay", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  async function startPending(options: PlantStoreMockOptions, ...faults: Fault[]) {
    const service = startMock(options);
    service.mock.failNext(...faults);
    const controller = new AbortController();
    const settled = post(service, FERN_JSON, {}, controller.signal).catch((error) => error);
    await vi.advanceTimersByTimeAsync(0);
    return { mock: service.mock, controller, settled };
  }

  it.each<[title: string, options: PlantStoreMockOptions, ...faults: Fault[]]>([
    ["of the mock", { delayMs: 1_000 }],
    ["of a named fault", {}, { fault: "html", delayMs: 1_000 }],
    ["of the mock and of a fault", { delayMs: 400 }, { delayMs: 600 }],
  ])("%s lasts as long as it says", async (_, options, ...faults) => {
    const { mock, settled } = await startPending(options, ...faults);
    await vi.advanceTimersByTimeAsync(999);
    expect(mock.requests).toMatchObject([{ outcome: "pending" }]);
    await vi.advanceTimersByTimeAsync(1);
    expect(mock.requests).not.toMatchObject([{ outcome: "pending" }]);
    await settled;
  });

  it("leaves no timer after an abort", async () => {
    const { controller, settled } = await startPending({ delayMs: 1_000 });
    controller.abort();
    await settled;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("may be the longest one of a timer", async () => {
    await startPending({ delayMs: 2 ** 31 - 1 });
    expect(vi.getTimerCount()).toBe(1);
  });

  it("doesn't end a timeout", async () => {
    const { mock, settled } = await startPending({}, { fault: "timeout", delayMs: 1_000 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(mock.requests).toMatchObject([{ outcome: "pending" }]);
    mock.reset();
    await settled;
  });

  it("has no timer when it is longer", async () => {
    const { mock, settled } = await startPending({ delayMs: 2 ** 31 - 1 }, { delayMs: 1 });
    expect(vi.getTimerCount()).toBe(0);
    expect(mock.requests).toMatchObject([{ outcome: "pending" }]);
    mock.reset();
    await settled;
  });
});
