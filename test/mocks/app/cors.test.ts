import type { Fault } from "plant-store-sdk/mocks";
import type { MockAppOptions } from "plant-store-sdk/mocks/app";
import { describe, expect, it } from "vitest";
import { FERN_JSON } from "../../support/fern.ts";
import { type Headers, mockApp } from "../../support/mock-app.ts";

const ORIGIN = "https://app.example.com";
const LOCAL_ORIGIN = "http://localhost:5173";
const PREFLIGHT = { origin: ORIGIN, "access-control-request-method": "POST" };
const CREATE = { authorization: "Bearer any", "content-type": "application/json" };

const corsHeaders = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));

describe("CORS", () => {
  const ALLOWED = { "access-control-allow-origin": "*", "access-control-expose-headers": "content-type" };

  const preflight = (headers: Headers, options: MockAppOptions = {}) =>
    mockApp(options).send("/plants", { method: "OPTIONS", headers });

  async function sendFromPage(origin: string, fault?: Fault, options: MockAppOptions = {}) {
    const { send, mock } = mockApp(options);
    mock.failNext(...(fault === undefined ? [] : [fault]));
    return send("/plants", { method: "POST", headers: { ...CREATE, origin }, body: FERN_JSON });
  }

  it("allows what a preflight requests (I13)", async () => {
    const response = await preflight({ ...PREFLIGHT, "access-control-request-headers": "authorization,x-trace" });
    expect(corsHeaders(response)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.any(String),
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "authorization,x-trace",
      "access-control-allow-private-network": "true",
      "access-control-max-age": "600",
    });
  });

  it.each([
    [ORIGIN, "authorization,x-mock-fault,x-trace", "authorization,x-trace"],
    [ORIGIN, "authorization, X-Mock-Fault", "authorization"],
    ["null", "x-mock-fault", ""],
    [LOCAL_ORIGIN, "authorization,x-mock-fault", "authorization,x-mock-fault"],
    ["https://mock:5173", "authorization,x-mock-fault", "authorization,x-mock-fault"],
  ])(
    "allows X-Mock-Fault only to pages of this machine and of controlHosts: %s asks for %s",
    async (origin, asked, allowed) => {
      const headers = { ...PREFLIGHT, origin, "access-control-request-headers": asked };
      const response = await preflight(headers, { controlHosts: ["Mock"] });
      expect(response.headers.get("access-control-allow-headers")).toBe(allowed);
    },
  );

  it("allows no header but the client's to a preflight that requests none, because browsers remember it", async () => {
    const response = await preflight(PREFLIGHT);
    expect(response.headers.get("access-control-allow-headers")).toBe("authorization, content-type");
  });

  it.each<[string, Headers, cors: object]>([
    ["without an Origin", { "access-control-request-method": "POST" }, {}],
    [
      "without a requested method",
      { origin: ORIGIN },
      { ...ALLOWED, "access-control-expose-headers": "content-type, allow" },
    ],
  ])("treats OPTIONS as any other method %s", async (_, headers, cors) => {
    const response = await preflight(headers);
    expect([response.status, response.headers.get("allow"), corsHeaders(response)]).toEqual([405, "POST", cors]);
  });

  it.each([ORIGIN, "null", "http://localhost.example.com", "http://mock:5173"])(
    "lets a page of another site read a response without credentials: %s",
    async (origin) => {
      const response = await sendFromPage(origin);
      expect([response.status, corsHeaders(response)]).toEqual([200, ALLOWED]);
    },
  );

  it.each([LOCAL_ORIGIN, "https://127.0.0.1", "http://[::1]:5173", "http://app.localhost:5173", "http://MOCK:5173"])(
    "lets a page of this machine or of controlHosts send credentials: %s",
    async (origin) => {
      const response = await sendFromPage(origin, undefined, { controlHosts: ["Mock"], control: false });
      expect(corsHeaders(response)).toEqual({
        ...ALLOWED,
        "access-control-allow-origin": origin,
        "access-control-allow-credentials": "true",
      });
    },
  );

  it("allows a page of this machine credentials in a preflight", async () => {
    const response = await preflight({ ...PREFLIGHT, origin: LOCAL_ORIGIN });
    expect(corsHeaders(response)).toMatchObject({ "access-control-allow-credentials": "true" });
  });

  it.each([ORIGIN, LOCAL_ORIGIN])("tells caches that a response depends on the origin: %s", async (origin) => {
    expect((await sendFromPage(origin)).headers.get("vary")).toBe("Origin");
  });

  it("keeps the status and headers of a fault function's Response", async () => {
    const own = { status: 418, statusText: "Short", headers: { "retry-after": "1" } };
    const response = await sendFromPage(ORIGIN, () => Response.json({}, own));
    expect(response).toMatchObject({ status: 418, statusText: "Short" });
    expect(response.headers.get("retry-after")).toBe("1");
    expect(corsHeaders(response)).toMatchObject({ "access-control-expose-headers": "content-type, retry-after" });
  });

  it("keeps the CORS headers of a fault", async () => {
    const headers = { "access-control-allow-origin": ORIGIN, vary: "Accept" };
    const response = await sendFromPage(ORIGIN, { status: 503, headers });
    expect(Object.fromEntries(response.headers)).toMatchObject(headers);
  });

  it("leaves a lost connection as it is", async () => {
    const response = await sendFromPage(ORIGIN, "connection");
    await expect(response.text()).rejects.toContain("the mock closed the connection");
  });
});

describe("cors: false", () => {
  const withoutCors = () => mockApp({ cors: false });
  const post = (headers: Headers) => ({ method: "POST", headers: { ...CREATE, ...headers }, body: FERN_JSON });

  it.each<[method: string, headers: Headers]>([
    ["POST", { origin: ORIGIN }],
    ["POST", { origin: "null" }],
    ["POST", { origin: "http://localhost:4011" }],
    ["OPTIONS", PREFLIGHT],
  ])("refuses a page of another origin: %s %j", async (method, headers) => {
    const response = await withoutCors().send("/plants", { method, headers });
    const message = "This mock refuses requests from pages of other origins: cors is false (--no-cors).";
    expect([response.status, await response.json()]).toEqual([403, { error: 403, message }]);
    expect(corsHeaders(response)).toEqual({});
  });

  it("uses no fault for a request that it refuses", async () => {
    const { send, mock } = withoutCors();
    mock.failNext("html");
    await send("/plants", post({ origin: ORIGIN }));
    expect((await send("/plants", post({}))).status).toBe(502);
  });

  it.each(["http://localhost:4010", "https://LOCALHOST:4010"])("accepts a page of its own host: %s", async (origin) => {
    const response = await withoutCors().send("/plants", post({ origin }));
    expect([response.status, corsHeaders(response)]).toEqual([200, {}]);
  });
});
