import { createPlantStoreMock, type PlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fetchAdapter } from "../support/adapter.ts";
import { post } from "../support/post.ts";

const URL_TEXT = "https://plants.example.com/plants";
const FERN = '{"id":1,"name":"Fern"}';
const JSON_TYPE = { "content-type": "application/json" };
const POST = { method: "POST", body: FERN } as const;
// At an offset in its buffer.
const bytes = new TextEncoder().encode(` ${FERN}`).subarray(1);

describe("mock.fetch", () => {
  it.each<[string, RequestInit, (string | URL)?]>([
    ["text", POST],
    ["text with a Content-Type", { ...POST, headers: JSON_TYPE }],
    ["bytes", { method: "POST", body: bytes }],
    ["a Blob", { method: "POST", body: new Blob([FERN], { type: "application/json" }) }],
    ["a null body", { method: "POST", body: null }],
    ["a lower-case method", { ...POST, method: "post" }],
    ["a URL to normalize", { method: "POST" }, new URL("HTTPS://Plants.example.com:443/a/../plants?q=ü#top")],
    ["a null signal", { ...POST, signal: null }],
    ["headers that occur twice", { method: "POST", headers: ["a", "b"].map((x): [string, string] => ["X-A", x]) }],
    ["more options", { ...POST, cache: "no-store", redirect: "manual" }],
  ])("reads %s as fetch does", async (_, init, url = URL_TEXT) => {
    const mock = createPlantStoreMock();
    await mock.fetch(url, init);
    const request = new Request(url, init);
    const headers = Object.fromEntries(request.headers);
    const body = await request.text();
    expect(mock.requests).toMatchObject([{ method: request.method, url: request.url, headers, body }]);
  });

  it.each<[string, object, string?]>([
    ["a GET with a body", { method: "GET" }],
    ["an invalid signal", { signal: {} }],
    ["an invalid option", { cache: "never" }],
    ["an invalid redirect", { redirect: "BAD" }],
    ["an invalid header", { headers: { "a b": "c" } }],
    ["a user name", {}, "https://user@plants.example.com/plants"],
    ["a password", {}, "https://:password@plants.example.com/plants"],
    ["an invalid URL", {}, "https://"],
  ])("rejects %s as fetch does", async (_, options, url = URL_TEXT) => {
    const mock = createPlantStoreMock();
    const init = { ...POST, ...options };
    expect(() => new Request(url, init)).toThrow(TypeError);
    await expect(mock.fetch(url, init)).rejects.toThrow(TypeError);
    expect(mock.requests).toEqual([]);
  });

  it("replaces the headers and body of a Request with those in the options", async () => {
    const mock = createPlantStoreMock();
    const request = new Request(URL_TEXT, { method: "POST", body: "x", headers: { "x-first": "1" } });
    await mock.fetch(request, { body: FERN, headers: JSON_TYPE });
    expect([mock.requests[0]?.headers, mock.requests[0]?.body]).toEqual([JSON_TYPE, FERN]);
  });

  it("stops reading a stream that is too large, and passes an empty body to a fault function", async () => {
    const mock = createPlantStoreMock();
    mock.failNext(async (request) => new Response(`got ${(await request.text()).length}`));
    const cancel = vi.fn(() => Promise.reject(new Error("can't be canceled")));
    const body = new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(2 ** 20 + 1)), cancel });
    const response = await mock.fetch(URL_TEXT, { method: "POST", body, duplex: "half" } as RequestInit);
    expect(await response.text()).toBe("got 0");
    expect(mock.requests[0]?.body).toBe("[larger than 1 MiB]");
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("sets the URL of the response as fetch does", async () => {
    const { fetch } = createPlantStoreMock();
    expect((await fetch(`${URL_TEXT}?q#top`, POST)).url).toBe(`${URL_TEXT}?q`);
  });

  it("rejects with the signal's reason when it is already aborted, and records nothing", async () => {
    const mock = createPlantStoreMock();
    await expect(mock.fetch(URL_TEXT, { ...POST, signal: AbortSignal.abort("stopped") })).rejects.toBe("stopped");
    expect(mock.requests).toEqual([]);
  });

  it("ends an endless body on an abort or a reset", async () => {
    const mock = createPlantStoreMock();
    const controller = new AbortController();
    const init = (signal: AbortSignal | null): RequestInit =>
      ({ method: "POST", body: new ReadableStream(), duplex: "half", signal }) as RequestInit;
    const aborted = mock.fetch(URL_TEXT, init(controller.signal));
    controller.abort(new Error("enough"));
    await expect(aborted).rejects.toThrow("enough");
    expect(mock.requests[0]?.outcome).toBe("aborted");
    const lost = mock.fetch(new Request(URL_TEXT, init(null)));
    mock.reset();
    await expect(lost).rejects.toThrow("fetch failed");
  });

  it("ends a request that a reset follows at once", async () => {
    const mock = createPlantStoreMock();
    mock.failNext("timeout");
    const lost = mock.fetch(URL_TEXT, POST);
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
    await expect(mock.fetch(URL_TEXT, { ...POST, headers, signal: controller.signal })).rejects.toThrow();
    expect(mock.plants.size).toBe(0);
  });
});

describe("a wait", () => {
  async function startWithFakeTimers(delayMs: number) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    return fetchAdapter.start({ delayMs });
  }

  it("leaves no timer behind", async () => {
    const service = await startWithFakeTimers(1_000);
    const passed = post(service, FERN);
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(1);
    const controller = new AbortController();
    const aborted = service.fetch(`${service.baseUrl}/plants`, { ...POST, signal: controller.signal });
    controller.abort(new Error("the user left"));
    await expect(aborted).rejects.toThrow("the user left");
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(service.mock.requests.map(({ outcome }) => outcome)).toEqual(["pending", "aborted"]);
    expect(service.mock.plants.size).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect((await passed).status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("of more than the longest delay of a timer never ends", async () => {
    const service = await startWithFakeTimers(2 ** 31 - 1);
    service.mock.failNext({ delayMs: 1 });
    const responses = [post(service, FERN), post(service, FERN)].map((response) => response.catch(String));
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(1);
    service.mock.reset();
    expect(await Promise.all(responses)).toEqual(["TypeError: fetch failed", "TypeError: fetch failed"]);
  });
});
