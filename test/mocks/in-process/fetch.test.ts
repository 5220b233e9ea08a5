import { describe, expect, it } from "vitest";
import { startMock } from "../../support/adapter.ts";
import { FERN_JSON } from "../../support/fern.ts";

const URL_TEXT = "https://plants.example.com/v1/plants";
const JSON_TYPE = { "content-type": "application/json" };
const POST = { method: "POST", body: FERN_JSON } as const;
// At an offset in its buffer.
const bytes = new TextEncoder().encode(` ${FERN_JSON}`).subarray(1);

describe("mock.fetch", () => {
  it.each<[string, RequestInit, (string | URL)?]>([
    ["text", POST],
    ["text with a Content-Type", { ...POST, headers: JSON_TYPE }],
    ["bytes", { method: "POST", body: bytes }],
    ["a Blob", { method: "POST", body: new Blob([FERN_JSON], { type: "application/json" }) }],
    ["a null body", { method: "POST", body: null }],
    ["a lower-case method", { ...POST, method: "post" }],
    ["a URL to normalize", { method: "POST" }, new URL("HTTPS://Plants.example.com:443/a/../v1/plants?q=ü#top")],
    ["a null signal", { ...POST, signal: null }],
    ["headers that occur twice", { method: "POST", headers: ["a", "b"].map((x): [string, string] => ["X-A", x]) }],
    ["more options", { ...POST, cache: "no-store", redirect: "manual" }],
  ])("reads %s as fetch does", async (_, init, url = URL_TEXT) => {
    const { mock } = startMock();
    await mock.fetch(url, init);
    const request = new Request(url, init);
    const headers = Object.fromEntries(request.headers);
    const body = await request.text();
    expect(mock.requests).toMatchObject([{ method: request.method, url: request.url, headers, body }]);
  });

  it.each<[string, RequestInit]>([
    ["text", POST],
    ["bytes", { method: "POST", body: bytes }],
    ["text with a signal", { ...POST, signal: new AbortController().signal }],
    ["what the client sends", { ...POST, headers: JSON_TYPE, redirect: "manual", cache: "no-store" }],
  ])("records a request of %s before it returns", async (_, init) => {
    const { mock } = startMock();
    const response = mock.fetch(URL_TEXT, init);
    expect(mock.requests).toHaveLength(1);
    await response;
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
    const init = { ...POST, ...options };
    expect(() => new Request(url, init)).toThrow(TypeError);
    await expect(startMock().fetch(url, init)).rejects.toThrow(TypeError);
  });

  it("ignores the signal of a Request when the options have null", async () => {
    const request = new Request(URL_TEXT, { ...POST, signal: AbortSignal.abort() });
    expect((await startMock().fetch(request, { signal: null })).status).toBe(400);
  });

  it("reads options that are a Request", async () => {
    const { mock } = startMock();
    await mock.fetch(URL_TEXT, new Request("https://other.example.com", { ...POST, headers: JSON_TYPE }));
    expect(mock.requests).toMatchObject([{ url: URL_TEXT, headers: JSON_TYPE, body: FERN_JSON }]);
  });

  it("hands a fault function the bytes that it got", async () => {
    const { mock } = startMock({ delayMs: 1 });
    mock.failNext(async (request) => new Response(await request.text()));
    const body = new TextEncoder().encode(FERN_JSON);
    const response = mock.fetch(URL_TEXT, { method: "POST", body });
    body.fill(0);
    expect(await (await response).text()).toBe(FERN_JSON);
  });

  it("returns a Response with the URL of the request", async () => {
    const { url } = await startMock().fetch(`${URL_TEXT}?q#top`, POST);
    expect(url).toBe(`${URL_TEXT}?q`);
  });

  // Some versions of Node make MSW define it again for what a handler returns.
  it("returns a Response whose URL can be replaced", async () => {
    const response = await startMock().fetch(URL_TEXT, POST);
    const replaced = Object.defineProperty(response, "url", { value: "https://example.com/" });
    expect(replaced.url).toBe("https://example.com/");
  });

  it("doesn't record a request whose signal has aborted", async () => {
    const { mock } = startMock();
    await mock.fetch(URL_TEXT, { ...POST, signal: AbortSignal.abort() }).catch(() => "aborted");
    expect(mock.requests).toEqual([]);
  });
});
