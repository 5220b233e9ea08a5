import { createPlantStoreMock, type PlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { LightSignal } from "../../mocks/abort.ts";
import { fetchAdapter } from "../support/adapter.ts";
import { post } from "../support/post.ts";

const URL_TEXT = "https://plants.example.com/plants";
const FERN = '{"id":1,"name":"Fern"}';
const JSON_TYPE = { "content-type": "application/json" };
// At an offset in its buffer.
const bytes = new TextEncoder().encode(` ${FERN}`).subarray(1);

describe("mock.fetch", () => {
  it.each<[string, () => [string | URL, RequestInit?]]>([
    ["text", () => [URL_TEXT, { method: "POST", body: FERN }]],
    ["text with a Content-Type", () => [URL_TEXT, { method: "POST", body: FERN, headers: JSON_TYPE }]],
    ["bytes", () => [URL_TEXT, { method: "POST", body: bytes }]],
    ["an ArrayBuffer", () => [URL_TEXT, { method: "POST", body: bytes.slice().buffer }]],
    ["a Blob", () => [URL_TEXT, { method: "POST", body: new Blob([FERN], { type: "application/json" }) }]],
    ["a null body", () => [URL_TEXT, { method: "POST", body: null }]],
    ["no body", () => [URL_TEXT, { method: "POST" }]],
    ["a lower-case method", () => [URL_TEXT, { method: "post", body: FERN }]],
    ["a URL to normalize", () => [new URL("HTTPS://Plants.example.com:443/a/../plants?q=ü#top"), { method: "POST" }]],
    ["a null signal", () => [URL_TEXT, { method: "POST", body: FERN, signal: null }]],
    ["a signal", () => [URL_TEXT, { method: "POST", body: FERN, signal: new AbortController().signal }]],
    [
      "headers that occur twice",
      () => [URL_TEXT, { method: "POST", headers: ["a", "b"].map((x) => ["X-A", x]) as never }],
    ],
    ["more options", () => [URL_TEXT, { method: "POST", body: FERN, cache: "no-store", redirect: "manual" }]],
  ])("reads %s as fetch does", async (_, args) => {
    const mock = createPlantStoreMock();
    await mock.fetch(...args());
    const request = new Request(...args());
    const { method, url, headers } = request;
    const body = await request.text();
    expect(mock.requests).toMatchObject([{ method, url, headers: Object.fromEntries(headers), body }]);
  });

  it.each<[string, string, RequestInit]>([
    ["a GET with a body", URL_TEXT, { method: "GET", body: FERN }],
    ["an invalid signal", URL_TEXT, { method: "POST", body: FERN, signal: {} as AbortSignal }],
    ["an invalid option", URL_TEXT, { method: "POST", body: FERN, cache: "never" as RequestCache }],
    ["an invalid header", URL_TEXT, { method: "POST", body: FERN, headers: { "a b": "c" } }],
    ["a user name", "https://user@plants.example.com/plants", { method: "POST", body: FERN }],
    ["a password", "https://:password@plants.example.com/plants", { method: "POST", body: FERN }],
    ["an invalid URL", "https://", { method: "POST", body: FERN }],
  ])("rejects %s as fetch does", async (_, url, init) => {
    const mock = createPlantStoreMock();
    expect(() => new Request(url, init)).toThrow(TypeError);
    await expect(mock.fetch(url, init)).rejects.toThrow(TypeError);
    expect(mock.requests).toEqual([]);
  });

  it("replaces the headers and body of a Request with those in the options", async () => {
    const mock = createPlantStoreMock();
    const request = new Request(URL_TEXT, { method: "POST", body: "x", headers: { "x-first": "1" } });
    await mock.fetch(request, { body: FERN, headers: JSON_TYPE });
    expect(mock.requests).toMatchObject([{ body: FERN, headers: JSON_TYPE }]);
    expect(mock.requests[0]?.headers).not.toHaveProperty("x-first");
  });

  it("stops reading a stream that is too large", async () => {
    const mock = createPlantStoreMock();
    const cancel = vi.fn(() => Promise.reject(new Error("can't be canceled")));
    const body = new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(2 ** 20 + 1)), cancel });
    const init = { method: "POST", headers: { ...JSON_TYPE, authorization: "Bearer t" }, body, duplex: "half" };
    const response = await mock.fetch(URL_TEXT, init as RequestInit);
    expect((await response.json()).message).toBe("Invalid NewPlant: larger than 1 MiB.");
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("rejects with the signal's reason when it is already aborted, and records nothing", async () => {
    const mock = createPlantStoreMock();
    const init = { method: "POST", body: FERN, signal: AbortSignal.abort("stopped") };
    await expect(mock.fetch(URL_TEXT, init)).rejects.toBe("stopped");
    expect(mock.requests).toEqual([]);
  });

  it("ends a body that never does with an abort or a reset", async () => {
    const mock = createPlantStoreMock();
    const controller = new AbortController();
    const init = { method: "POST", duplex: "half", signal: controller.signal };
    const send = () => mock.fetch(URL_TEXT, { ...init, body: new ReadableStream() } as RequestInit);
    const aborted = send();
    controller.abort(new Error("enough"));
    expect(mock.requests[0]?.outcome).toBe("aborted");
    await expect(aborted).rejects.toThrow("enough");
    const lost = mock.fetch(
      new Request(URL_TEXT, { ...init, signal: null, body: new ReadableStream() } as RequestInit),
    );
    mock.reset();
    await expect(lost).rejects.toThrow("fetch failed");
  });

  it.each<[string, (mock: PlantStoreMock, controller: AbortController) => void]>([
    ["an abort", (_, controller) => controller.abort()],
    ["a reset", (mock) => mock.reset()],
  ])("creates nothing when %s comes as soon as the token is checked", async (_, interrupt) => {
    const controller = new AbortController();
    const token = () => Promise.resolve(true).finally(() => queueMicrotask(() => interrupt(mock, controller)));
    const mock = createPlantStoreMock({ token });
    const headers = { ...JSON_TYPE, authorization: "Bearer t" };
    const response = mock.fetch(URL_TEXT, { method: "POST", headers, body: FERN, signal: controller.signal });
    await expect(response).rejects.toThrow();
    expect(mock.plants.size).toBe(0);
  });
});

describe("a wait", () => {
  it("leaves no timer behind", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const service = await fetchAdapter.start({ delayMs: 1_000 });
    const passed = post(service, FERN);
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(1);
    const controller = new AbortController();
    const init = { method: "POST", body: FERN, signal: controller.signal };
    const aborted = service.fetch(`${service.baseUrl}/plants`, init);
    controller.abort(new Error("the user left"));
    await expect(aborted).rejects.toThrow("the user left");
    await vi.advanceTimersByTimeAsync(999);
    expect(service.mock.requests.map(({ outcome }) => outcome)).toEqual(["pending", "aborted"]);
    await vi.advanceTimersByTimeAsync(1);
    expect((await passed).status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("of more than the longest delay of a timer never ends", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const longest = 2 ** 31 - 1;
    const { mock, ...service } = await fetchAdapter.start({ delayMs: longest });
    mock.failNext({ delayMs: 1 });
    const responses = [post(service, FERN), post(service, FERN)].map((response) => response.catch(String));
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(1);
    mock.reset();
    expect(await Promise.all(responses)).toEqual(["TypeError: fetch failed", "TypeError: fetch failed"]);
  });
});

describe("LightSignal", () => {
  it("calls the listeners that it has when it aborts", () => {
    const signal = new LightSignal();
    const [kept, removed] = [vi.fn(), vi.fn()];
    signal.removeEventListener("abort", removed);
    signal.addEventListener("abort", removed);
    signal.addEventListener("abort", kept);
    signal.removeEventListener("abort", removed);
    signal.throwIfAborted();
    signal.abort("The client has gone.");
    expect([kept.mock.calls.length, removed.mock.calls.length, signal.aborted]).toEqual([1, 0, true]);
    expect(() => signal.throwIfAborted()).toThrow(expect.objectContaining({ name: "AbortError" }));
  });
});
