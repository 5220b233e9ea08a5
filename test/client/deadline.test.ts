import {
  type CreatePlantOptions,
  createPlantStoreClient,
  type PlantStoreClientOptions,
  PlantStoreInputError,
  PlantStoreTimeoutError,
} from "plant-store-sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, failed, scriptedFetch } from "../support/scripted-fetch.ts";

const valid = { baseUrl: "https://plants.example.com", token: "abc" };
const never = new Promise<never>(() => {});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const call = (client: Partial<PlantStoreClientOptions>, options: CreatePlantOptions) =>
  createPlantStoreClient({ ...valid, ...client }).createPlant({ id: 1, name: "Fern" }, options);

describe("timeoutMs", () => {
  it("defaults to 30 seconds", async () => {
    const error = getRejection(call({ fetch: () => never }, {}));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await error).toMatchObject({ message: expect.stringContaining("after 30000 ms") });
  });

  it("of a call overrides the client's", async () => {
    const error = getRejection(call({ fetch: () => never, timeoutMs: 10_000 }, { timeoutMs: 7 }));
    await vi.advanceTimersByTimeAsync(7);
    expect(await error).toMatchObject({ message: expect.stringContaining("after 7 ms") });
  });

  it("of the client applies to each call", async () => {
    const error = getRejection(call({ fetch: () => never, timeoutMs: 10_000 }, {}));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await error).toBeInstanceOf(PlantStoreTimeoutError);
  });

  it("limits all attempts and the delays between them", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const { fetch, sent } = scriptedFetch(failed(503), () => never);
    const error = getRejection(call({ fetch, retries: 5, timeoutMs: 1_000 }, {}));
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await error).toBeInstanceOf(PlantStoreTimeoutError);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("aborts the signal of fetch with the error that the call rejects with", async () => {
    const { fetch, sent } = scriptedFetch(() => never);
    const error = getRejection(call({ fetch, timeoutMs: 10 }, {}));
    await vi.advanceTimersByTimeAsync(10);
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(sent[0]?.signal.reason).toBe(await error);
  });
});

describe("the caller's signal", () => {
  it.each([new Error("the user left"), "left", 0, null])(
    "rejects at once when it is already aborted: %s",
    async (reason) => {
      const token = vi.fn(() => "abc");
      const { fetch, sent } = scriptedFetch(created);
      expect(await getRejection(call({ token, fetch, retries: 3 }, { signal: AbortSignal.abort(reason) }))).toBe(
        reason,
      );
      expect(token).not.toHaveBeenCalled();
      expect(sent).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it("rejects with an AbortError when it has no reason of its own", async () => {
    const controller = new AbortController();
    const error = getRejection(call({ fetch: () => never }, { signal: controller.signal }));
    controller.abort();
    expect(await error).toBe(controller.signal.reason);
    expect(await error).toMatchObject({ name: "AbortError" });
  });

  it("can be an AbortSignal.timeout", async () => {
    vi.useRealTimers();
    const signal = AbortSignal.timeout(1);
    expect(await getRejection(call({ fetch: () => never }, { signal }))).toBe(signal.reason);
    expect(signal.reason).toMatchObject({ name: "TimeoutError" });
  });

  it("is checked between the token and the request", async () => {
    const controller = new AbortController();
    const { fetch, sent } = scriptedFetch(created);
    const token = () => {
      controller.abort("left");
      return "abc";
    };
    expect(await getRejection(call({ token, fetch }, { signal: controller.signal }))).toBe("left");
    expect(sent).toEqual([]);
  });

  it("has no effect after the call", async () => {
    const controller = new AbortController();
    const { fetch, sent } = scriptedFetch(created);
    const result = await call({ fetch }, { signal: controller.signal });
    controller.abort();
    expect(result.data).toEqual({ name: "Fern" });
    expect(sent[0]?.signal.aborted).toBe(false);
  });

  it("still aborts a call after another call with the same signal has ended", async () => {
    const controller = new AbortController();
    const { fetch } = scriptedFetch(() => never, created);
    const error = getRejection(call({ fetch }, { signal: controller.signal }));
    await call({ fetch }, { signal: controller.signal });
    controller.abort("left");
    expect(await error).toBe("left");
  });

  it("aborts the signal of fetch with the same reason", async () => {
    const controller = new AbortController();
    const { fetch, sent } = scriptedFetch(() => never);
    const error = getRejection(call({ fetch }, { signal: controller.signal }));
    await expect.poll(() => sent.length, { interval: 1 }).toBe(1);
    controller.abort("left");
    await error;
    expect(sent[0]?.signal.reason).toBe("left");
  });

  it("isn't checked before the NewPlant", async () => {
    const signal = AbortSignal.abort("left");
    const error = await getRejection(createPlantStoreClient(valid).createPlant({ id: 1.5, name: "Fern" }, { signal }));
    expect(error).toBeInstanceOf(PlantStoreInputError);
  });
});
