import { createMockApp } from "plant-store-sdk/mocks/app";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Headers, mockApp } from "../support/mock-app.ts";

const CREATE = {
  method: "POST",
  headers: { authorization: "Bearer any", "content-type": "application/json" },
  body: '{"id":1,"name":"Fern"}',
};
const URL = "http://localhost/plants";

describe("createMockApp", () => {
  it("reads a body if Request has no stream, as in Firefox", async () => {
    const request = new Request(URL, CREATE);
    Object.defineProperty(request, "body", { value: undefined });
    expect((await createMockApp().fetch(request)).status).toBe(200);
  });

  it("responds with 500 to what isn't a Request, and when the body can't be read", async () => {
    const wasRead = new Request(URL, CREATE);
    await wasRead.text();
    const withoutBody = { ...CREATE, url: URL, headers: new Headers() };
    for (const input of ["/plants", { url: URL, method: "POST" }, withoutBody, wasRead]) {
      const response = await createMockApp().fetch(input as Request);
      expect(response.status).toBe(500);
      expect((await response.json()).message).toMatch(/^The mock failed: /);
    }
  });

  it("makes the body fail where a connection is lost, and returns Response.error() in a service worker", async () => {
    const { send, mock } = mockApp();
    mock.failNext("connection", "connection");
    const response = await send("/plants", CREATE);
    await expect(response.text()).rejects.toBe("The mock closed the connection: a fault or a reset.");
    vi.stubGlobal("registration", {});
    onTestFinished(() => void vi.unstubAllGlobals());
    expect((await send("/plants", CREATE)).type).toBe("error");
  });

  it.each([
    ["the socket of HTTP/1.1", { socket: { destroy: vi.fn() } }],
    ["the stream of HTTP/2", { stream: { close: vi.fn() } }],
  ])("destroys %s where a connection is lost in Hono on Node", async (_, incoming) => {
    const { fetch } = createMockApp();
    const request = new Request(URL, { ...CREATE, headers: { ...CREATE.headers, "x-mock-fault": "connection" } });
    await fetch(request, { incoming });
    const [connection] = Object.values(incoming);
    const [drop] = Object.values(connection as object);
    expect(drop).toHaveBeenCalledOnce();
  });

  it("sends no body to HEAD, and ends its stream", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { send } = mockApp();
    const statuses = { "/": 200, "/__mock/events": 200, "/__mock/plants": 200, "/plants": 405 };
    for (const [path, status] of Object.entries(statuses)) {
      expect(await send(path, { method: "HEAD" })).toMatchObject({ status, body: null });
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  const HOSTS = 'controlHosts must be an array of host names without scheme and port, such as ["mock"]';
  const PASSWORD = "controlToken must be at least 16 printable ASCII characters";
  const PATH =
    'basePath must be "" or a URL-encoded path that starts with a slash and doesn\'t end with one, such as "/mock"';

  it.each<[problem: string, option: string, values: readonly unknown[]]>([
    ["control must be true or false", "control", [1]],
    ["cors must be true or false", "cors", ["no"]],
    [HOSTS, "controlHosts", ["mock", ["mock", "mock:4010"], ["http://mock"], ["a b"], [""], [7]]],
    [PASSWORD, "controlToken", ["fifteen letters", "sixteen letters!ä", "änd sixteen letters"]],
    [PATH, "basePath", ["mock", "/mock/", "/mock?a", "/ü", "/a/../b", "/a\\b", "//a", "/\n"]],
    ["unknown option controlHost, did you mean controlHosts?", "controlHost", [["mock"]]],
    ["delayMs must be a number of milliseconds from 0 to 2147483647", "delayMs", [-1]],
  ])("throws: %s", (problem, option, values) => {
    for (const value of values) {
      expect(() => createMockApp({ [option]: value })).toThrow(new TypeError(`Invalid options: ${problem}`));
    }
  });
});

describe("basePath", () => {
  it("is part of the recorded URL", async () => {
    const { send, mock } = mockApp({ basePath: "/my/mock" });
    await send("/my/mock/v1/plants", CREATE);
    await send("/v1/plants", CREATE);
    const urls = ["http://localhost:4010/my/mock/v1/plants", "http://localhost:4010/v1/plants"];
    expect(mock.requests).toMatchObject(urls.map((url) => ({ url, outcome: "created" })));
  });

  it("precedes the path of a baseUrl, which alone is served", async () => {
    const { send, mock } = mockApp({ basePath: "/my/mock", baseUrl: "https://plants.example.com/v1" });
    expect((await send("/my/mock/v1/plants", CREATE)).status).toBe(200);
    expect((await send("/my/mock/plants", CREATE)).status).toBe(404);
    expect(mock.requests).toMatchObject([{ url: "https://plants.example.com/v1/plants" }]);
  });

  it("isn't removed from paths that only start like it", async () => {
    const { send } = mockApp({ basePath: "/%C3%BC" });
    const responses = await Promise.all(["/ü", "/ü?a", "/ü/", "/üs"].map((path) => send(path)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
  });
});

describe("CORS", () => {
  const origin = "https://app.example.com";
  const ALLOWED = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };
  const corsHeaders = (response: Response) =>
    Object.fromEntries([...response.headers].filter(([name]) => name.startsWith("access-control-")));

  const PREFLIGHT = { origin, "access-control-request-method": "POST" };

  it("allows what a preflight requests (I13)", async () => {
    const preflight = (headers: Headers) => mockApp().send("/plants", { method: "OPTIONS", headers });
    const response = await preflight({ ...PREFLIGHT, "access-control-request-headers": "authorization,x-trace" });
    expect(corsHeaders(response)).toEqual({
      ...ALLOWED,
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "authorization,x-trace",
      "access-control-allow-private-network": "true",
      "access-control-max-age": "600",
    });
    expect((await preflight(PREFLIGHT)).headers.get("access-control-allow-headers")).toBe("*");
  });

  it("lets a page of another origin read every response, and sends one value where a fault has its own", async () => {
    const { send, mock } = mockApp();
    const own = { "access-control-allow-origin": origin };
    mock.failNext(
      "html",
      () => Response.json({}, { status: 418, statusText: "Short", headers: { "retry-after": "1" } }),
      () => new Response("own", { headers: own }),
      { error: 1, message: "own", headers: own },
      "connection",
    );
    const headers = { ...CREATE.headers, origin };
    const responses = await Promise.all(Array.from({ length: 6 }, () => send("/plants", { ...CREATE, headers })));
    expect(responses.map(({ status }) => status)).toEqual([502, 418, 200, 400, 200, 200]);
    expect([responses[1]?.statusText, responses[1]?.headers.get("retry-after")]).toEqual(["Short", "1"]);
    const withOwn = { ...ALLOWED, ...own };
    expect(responses.map(corsHeaders)).toEqual([ALLOWED, ALLOWED, withOwn, withOwn, {}, ALLOWED]);
  });

  it.each<[string, Headers, cors: object]>([
    ["without an Origin", { "access-control-request-method": "POST" }, {}],
    ["without a requested method", { origin }, ALLOWED],
  ])("treats OPTIONS as any other method %s", async (_, headers, cors) => {
    const response = await mockApp().send("/plants", { method: "OPTIONS", headers });
    expect([response.status, response.headers.get("allow"), corsHeaders(response)]).toEqual([405, "POST", cors]);
  });
});

describe("cors: false", () => {
  const PREFLIGHT = { "access-control-request-method": "POST" };
  const message = "This mock refuses requests from pages of other origins: cors is false (--no-cors).";

  it.each<[method: string, headers: Headers]>([
    ["POST", { origin: "https://app.example.com" }],
    ["POST", { origin: "null" }],
    ["POST", { origin: "http://localhost:4011" }],
    ["OPTIONS", { origin: "https://app.example.com", ...PREFLIGHT }],
  ])("refuses a page of another origin before it uses a fault or leaves a record: %s %j", async (method, headers) => {
    const { send, create, mock } = mockApp({ cors: false });
    mock.failNext("html");
    const response = await send("/plants", { method, headers: { ...CREATE.headers, ...headers } });
    expect([response.status, await response.json()]).toEqual([403, { error: 403, message }]);
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(mock.requests).toEqual([]);
    expect((await create(CREATE.body))[0]).toBe(502);
  });

  it.each(["http://localhost:4010", "https://LOCALHOST:4010"])("accepts a page of its own host: %s", async (origin) => {
    const { send } = mockApp({ cors: false });
    const response = await send("/plants", { ...CREATE, headers: { ...CREATE.headers, origin } });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, null]);
  });
});
