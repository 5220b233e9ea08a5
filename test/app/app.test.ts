import { createMockApp, type MockAppOptions } from "plant-store-sdk/mocks/app";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Headers, mockApp } from "../support/mock-app.ts";

const FERN = '{"id":1,"name":"Fern"}';
const CREATE = {
  method: "POST",
  headers: { authorization: "Bearer any", "content-type": "application/json" },
  body: FERN,
};

describe("createMockApp", () => {
  it("never rejects: 499 when the client has left, and 500 for what isn't a Request", async () => {
    const { fetch, mock } = createMockApp();
    expect(
      (await fetch(new Request("http://localhost/plants", { ...CREATE, signal: AbortSignal.abort() }))).status,
    ).toBe(499);
    const leaving = new AbortController();
    mock.failNext("timeout");
    const waiting = fetch(new Request("http://localhost/plants", { ...CREATE, signal: leaving.signal }));
    await expect.poll(() => mock.requests.length).toBe(1);
    leaving.abort();
    expect([(await waiting).status, mock.requests[0]?.outcome]).toEqual([499, "aborted"]);
    const url = "http://localhost/plants";
    for (const input of ["/plants", { url, method: "POST" }, { url, method: "POST", headers: new Headers() }]) {
      expect((await fetch(input as unknown as Request)).status).toBe(500);
    }
  });

  it("responds with 500 when the body can't be read", async () => {
    const request = new Request("http://localhost/plants", CREATE);
    await request.text();
    const response = await createMockApp().fetch(request);
    expect([response.status, (await response.json()).message]).toEqual([
      500,
      expect.stringMatching(/^The mock failed: /),
    ]);
  });

  it("reads a body where a Request has no stream, as in Firefox", async () => {
    const request = new Request("http://localhost/plants", CREATE);
    Object.defineProperty(request, "body", { value: undefined });
    expect((await createMockApp().fetch(request)).status).toBe(200);
  });

  it("makes the body fail where a connection is lost, and returns Response.error() in a service worker", async () => {
    const { send, mock } = mockApp();
    mock.failNext("connection", "connection");
    const response = await send("/plants", CREATE);
    await expect(response.text()).rejects.toThrow("The mock closed the connection: a fault or a reset.");
    vi.stubGlobal("registration", {});
    onTestFinished(() => void vi.unstubAllGlobals());
    expect((await send("/plants", CREATE)).type).toBe("error");
  });

  it("sends no body to HEAD, and ends its stream", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { send } = mockApp();
    for (const path of ["/", "/__mock/events", "/__mock/plants", "/plants"]) {
      const response = await send(path, { method: "HEAD" });
      expect([path, response.status, response.body]).toEqual([path, path === "/plants" ? 405 : 200, null]);
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  it("reads its options from own properties only", async () => {
    const polluted = Object.prototype as { controlHosts?: unknown };
    onTestFinished(() => void delete polluted.controlHosts);
    polluted.controlHosts = ["evil.example.com"];
    expect((await createMockApp().fetch(new Request("http://evil.example.com/"))).status).toBe(403);
  });

  it.each<[string, unknown]>([
    ["control must be true or false", { control: 1 }],
    ["cors must be true or false", { cors: "no" }],
    ["controlHosts must be an array of host names without scheme and port", { controlHosts: "mock" }],
    ...["mock:4010", "http://mock", "a b", "", 7, "*"].map(
      (name) => ["controlHosts must be an array of host names", { controlHosts: ["mock", name] }] as [string, unknown],
    ),
    ["controlToken must be at least 16 printable ASCII characters", { controlToken: "fifteen letters" }],
    ["controlToken must be at least 16 printable ASCII characters", { controlToken: "sixteen lettersä" }],
    ["basePath must be", { basePath: "mock" }],
    ["basePath must be", { basePath: "/mock/" }],
    ...["/mock?a", "/ü", "/a/../b", "/a\\b", "//a", "/\n"].map((basePath): [string, unknown] => [
      'basePath must be "" or a path as URLs have it',
      { basePath },
    ]),
    ["unknown option controlHost, did you mean controlHosts?", { controlHost: ["mock"] }],
    ["delayMs must be", { delayMs: -1 }],
  ])("throws: %s", (message, options) => {
    expect(() => createMockApp(options as MockAppOptions)).toThrow(TypeError);
    expect(() => createMockApp(options as MockAppOptions)).toThrow(`Invalid options: ${message}`);
  });
});

describe("the page and the control API", () => {
  async function status(
    context: unknown,
    options: MockAppOptions = {},
    headers: Headers = {},
    host = "localhost:4010",
  ) {
    return (await createMockApp(options).fetch(new Request(`http://${host}/`, { headers }), context)).status;
  }
  const bun = (address: string | undefined) => ({ requestIP: () => address && { address } });
  const hono = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });

  it.each([
    ["Bun", bun("::1"), bun("10.0.0.1")],
    ["Deno", { remoteAddr: { hostname: "127.0.0.1" } }, { remoteAddr: { hostname: "10.0.0.1" } }],
    ["Hono on Node", hono("::ffff:127.0.0.1"), hono("10.0.0.1")],
    ["none", { remoteAddr: { hostname: "127.0.0.1" } }, undefined],
    ["another object", { remoteAddr: { hostname: "127.0.0.1" } }, { params: {}, remoteAddr: "127.0.0.1" }],
    ["Bun after the request was replaced", bun("127.0.0.1"), bun(undefined)],
  ])("trust the address that the runtime tells: %s", async (_, own, other) => {
    expect([await status(own), await status(other)]).toEqual([200, 403]);
    expect(await status(other, { controlHosts: ["LocalHost"] })).toBe(200);
  });

  it("take the Host header rather than a URL that a framework makes up", async () => {
    expect(await status(bun("::1"), {}, { host: "evil.example.com" })).toBe(403);
    expect(await status(undefined, { controlHosts: ["mock"] }, { host: "mock:80" })).toBe(200);
  });

  it("accept the origin of https", async () => {
    const request = new Request("https://localhost/", { headers: { origin: "https://localhost" } });
    expect((await createMockApp().fetch(request, bun("::1"))).status).toBe(200);
  });

  it("ask for the controlToken, which a browser then sends", async () => {
    const controlToken = "sixteen letters!";
    const { send, mock } = mockApp({ controlToken });
    const refused = await send("/");
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      'Basic realm="Plant Store mock", charset="UTF-8"',
    ]);
    const headers = { authorization: `Basic ${btoa(`any:${controlToken}`)}` };
    expect((await send("/__mock/events", { headers })).status).toBe(200);
    await send("/plants", { ...CREATE, headers });
    expect(JSON.stringify(mock.requests)).not.toMatch(new RegExp(`${controlToken}|${btoa(`any:${controlToken}`)}`));
  });
});

describe("basePath", () => {
  it("is part of the recorded URL, except with a baseUrl, whose path alone is served", async () => {
    const anyUrl = mockApp({ basePath: "/my/mock" });
    await anyUrl.send("/my/mock/v1/plants", CREATE);
    await anyUrl.send("/v1/plants", CREATE);
    expect(anyUrl.mock.requests.map(({ url, outcome }) => [url, outcome])).toEqual([
      ["http://localhost:4010/my/mock/v1/plants", "created"],
      ["http://localhost:4010/v1/plants", "created"],
    ]);
    const oneUrl = mockApp({ basePath: "/my/mock", baseUrl: "https://plants.example.com/v1" });
    expect((await oneUrl.send("/my/mock/v1/plants", CREATE)).status).toBe(200);
    expect((await oneUrl.send("/my/mock/plants", CREATE)).status).toBe(404);
    expect(oneUrl.mock.requests.map(({ url }) => url)).toEqual(["https://plants.example.com/v1/plants"]);
  });

  it("has the form of a URL", async () => {
    expect((await mockApp({ basePath: "/%C3%BC" }).send("/ü/plants", CREATE)).status).toBe(200);
  });

  it("isn't removed from paths that only start like it", async () => {
    const { send } = mockApp({ basePath: "/mock" });
    expect((await send("/mocks")).status).toBe(404);
    expect([(await send("/mock")).status, (await send("/mock?a")).status, (await send("/mock/")).status]).toEqual([
      200, 200, 200,
    ]);
  });
});

describe("CORS", () => {
  const origin = "https://app.example.com";
  const send = (options: MockAppOptions, init: RequestInit & { headers: Headers }) =>
    mockApp(options).send("/plants", init);
  const corsHeaders = (response: Response) =>
    Object.fromEntries([...response.headers].filter(([name]) => name.startsWith("access-control-")));
  const ALLOWED = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

  it.each([
    [{ "access-control-request-headers": "authorization,x-trace" }, "authorization,x-trace"],
    [{} as Headers, "*"],
  ])("allows whatever a preflight asks for: %o (I13)", async (fields, allowed) => {
    const headers = { origin, "access-control-request-method": "POST", ...fields };
    const response = await send({}, { method: "OPTIONS", headers });
    expect([response.status, corsHeaders(response)]).toEqual([
      204,
      {
        ...ALLOWED,
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": allowed,
        "access-control-allow-private-network": "true",
        "access-control-max-age": "600",
      },
    ]);
  });

  it("lets a page of another origin read every response, and sends one value where a fault has its own", async () => {
    const { send, mock } = mockApp();
    const own = { "access-control-allow-origin": origin };
    mock.failNext(
      "html",
      () => Response.json({}, { status: 418, statusText: "Short", headers: { "retry-after": "1" } }),
      () => {
        throw new Error("broken");
      },
      () => new Response("own", { headers: own }),
      { error: 1, message: "own", headers: own },
      "connection",
    );
    const responses: Response[] = [];
    for (let count = 0; count < 7; count++) {
      responses.push(await send("/plants", { ...CREATE, headers: { ...CREATE.headers, origin } }));
    }
    expect(responses.map(({ status }) => status)).toEqual([502, 418, 500, 200, 400, 200, 200]);
    expect([responses[1]?.statusText, responses[1]?.headers.get("retry-after")]).toEqual(["Short", "1"]);
    for (const [index, response] of responses.entries()) {
      const expected = [3, 4].includes(index) ? { ...ALLOWED, ...own } : index === 5 ? {} : ALLOWED;
      expect(corsHeaders(response)).toEqual(expected);
    }
  });

  it.each<[string, MockAppOptions, Headers]>([
    ["without an Origin", {}, { "access-control-request-method": "POST" }],
    ["without a requested method", {}, { origin }],
    ["with cors: false", { cors: false }, { origin, "access-control-request-method": "POST" }],
  ])("treats OPTIONS as any other method %s", async (title, options, headers) => {
    const response = await send(options, { method: "OPTIONS", headers });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    expect(corsHeaders(response)).toEqual(title === "without a requested method" ? ALLOWED : {});
  });
});
