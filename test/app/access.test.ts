import { createMockApp, type MockAppOptions } from "plant-store-sdk/mocks/app";
import { describe, expect, it } from "vitest";
import { type Headers, mockApp } from "../support/mock-app.ts";

const TOKEN = "sixteen letters!";
const LINK = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const ONLY_THIS_MACHINE =
  "403 The control API accepts requests only from this machine. Others need a host name that is listed in controlHosts (--control-host).";
const ONLY_ITS_NAMES =
  "403 The control API accepts requests only for localhost, 127.0.0.1 or [::1]: check the Host header, or list the host name in controlHosts (--control-host).";
const OTHER_ORIGIN = "403 The control API refuses requests from pages of other origins.";

const basic = (credentials: string) => ({ authorization: `Basic ${btoa(credentials)}` });

interface Sent extends MockAppOptions {
  context?: unknown;
  host?: string;
  headers?: Headers;
  line?: string;
  scheme?: "http" | "https";
}

const from = (address: string) => ({ remoteAddr: { hostname: address } });

/** Returns why a request to the control API is refused, if it is. */
async function refusal({ context = from("127.0.0.1"), host, headers, line, scheme, ...options }: Sent) {
  const [method = "", path] = (line ?? "POST /__mock/reset").split(" ");
  const request = new Request(`${scheme ?? "http"}://localhost:4010${path}`, {
    method,
    headers: { host: host ?? "localhost:4010", ...headers },
  });
  const response = await createMockApp(options).fetch(request, context);
  return response.ok ? undefined : `${response.status} ${method === "HEAD" ? "" : (await response.json()).message}`;
}

describe("the control API", () => {
  it.each(["127.0.0.1", "::1", "::ffff:127.0.0.1"])("accepts requests from %s", async (address) => {
    expect(await refusal({ context: from(address) })).toBeUndefined();
  });

  it.each(["10.0.0.1", ""])("refuses requests from another machine: %j", async (address) => {
    expect(await refusal({ context: from(address) })).toBe(ONLY_THIS_MACHINE);
  });

  it.each([
    ["Bun", { requestIP: () => ({ address: "127.0.0.1" }) }, { requestIP: () => ({ address: "10.0.0.1" }) }],
    [
      "Hono on Node",
      { incoming: { socket: { remoteAddress: "::1" } } },
      { incoming: { socket: { remoteAddress: "10.0.0.1" } } },
    ],
  ])("takes the address that %s tells", async (_, own, other) => {
    expect([await refusal({ context: own }), await refusal({ context: other })]).toEqual([
      undefined,
      ONLY_THIS_MACHINE,
    ]);
  });

  it.each([
    ["no context", null],
    ["another object", { params: {}, remoteAddr: "127.0.0.1" }],
    ["Bun after the request was replaced", { requestIP: () => null }],
  ])("refuses requests without an address, and says what to set: %s", async (_, context) => {
    expect(await refusal({ context })).toBe(
      "403 The control API can't tell which machine sent the request. Set controlHosts to the host names that may use it, or set controlToken.",
    );
    expect(await refusal({ context, controlHosts: ["LocalHost"] })).toBeUndefined();
  });

  it.each(["localhost", "127.0.0.1:4010", "[::1]:4010"])("accepts the Host %s", async (host) => {
    expect(await refusal({ host })).toBeUndefined();
  });

  it.each(["plants.example.com", "localhost:80:80", "localhost:", ""])("refuses the Host %j", async (host) => {
    expect(await refusal({ host })).toBe(ONLY_ITS_NAMES);
  });

  it.each(
    "forwarded x-forwarded x-forwarded-for x-original-for via x-real-ip cf-connecting-ip x-client-ip x-cluster-client-ip true-client-ip fastly-client-ip".split(
      " ",
    ),
  )("refuses a forwarded request with the header %s, unless the host is listed", async (name) => {
    const headers = { accept: "*/*", [name]: "" };
    expect(await refusal({ headers })).toMatch(/^403 The control API refuses forwarded requests,/);
    expect(await refusal({ headers, host: "mock", controlHosts: ["mock"] })).toBeUndefined();
  });

  it("accepts headers with similar names", async () => {
    for (const name of "x-via via-x not-forwarded forwarded-by x-real-ips x-forwardedx client-ip".split(" ")) {
      expect(await refusal({ headers: { [name]: "x" } })).toBeUndefined();
    }
  });

  it.each<Headers>([
    { origin: "http://LOCALHOST:4010" },
    { origin: "http://localhost:4010", "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
  ])("accepts its own page: %o", async (headers) => {
    expect(await refusal({ headers })).toBeUndefined();
  });

  it("takes https as its own origin when it is served by TLS", async () => {
    const headers = { origin: "https://localhost:4010" };
    expect([await refusal({ headers, scheme: "https" }), await refusal({ headers })]).toEqual([
      undefined,
      OTHER_ORIGIN,
    ]);
  });

  it.each<Headers>([
    { origin: "http://localhost:9999" },
    { origin: "null" },
    { "sec-fetch-site": "same-site", origin: "http://localhost:4010" },
    LINK,
  ])("refuses other pages: %o", async (headers) => {
    expect(await refusal({ headers })).toBe(OTHER_ORIGIN);
    expect(await refusal({ headers, context: null, host: "mock:4010", controlHosts: ["mock"] })).toBe(OTHER_ORIGIN);
    expect(await refusal({ headers: { ...headers, ...basic(`:${TOKEN}`) }, controlToken: TOKEN })).toBe(OTHER_ORIGIN);
  });
});

describe("a link from another page", () => {
  it.each(["GET /", "HEAD /", "GET /__mock/openapi.yaml"])("opens the page's files: %s", async (line) => {
    expect(await refusal({ headers: LINK, line })).toBeUndefined();
  });

  it.each<[line: string, headers?: Headers]>([
    ["GET /__mock/plants"],
    ["POST /__mock/openapi.yaml"],
    ["GET /", { "sec-fetch-dest": "iframe" }],
    ["GET /", { "sec-fetch-mode": "no-cors" }],
    ["GET /", { origin: "https://app.example.com" }],
  ])("opens nothing else: %s %o", async (line, headers) => {
    expect(await refusal({ headers: { ...LINK, ...headers }, line })).toBe(OTHER_ORIGIN);
  });
});

describe("controlHosts", () => {
  it.each(["mock", "MOCK:4010"])("lets another machine use the name %s, also behind a proxy with TLS", async (host) => {
    for (const headers of [{}, { origin: `http://${host}` }, { origin: `https://${host}` }]) {
      expect(await refusal({ context: from("172.18.0.3"), host, headers, controlHosts: ["mock"] })).toBeUndefined();
    }
  });

  it.each(["mock.example.com", "xmock", "mock:4010:1", "localhost"])("doesn't open the name %s", async (host) => {
    expect(await refusal({ context: from("172.18.0.3"), host, controlHosts: ["mock"] })).toBe(ONLY_THIS_MACHINE);
  });
});

describe("controlToken", () => {
  it.each(["", "admin"])("lets every machine in under any host name, by a proxy, as the user %j", async (user) => {
    const headers = { ...basic(`${user}:${TOKEN}`), via: "1.1 proxy", origin: "https://mock.example.com" };
    expect(await refusal({ context: null, host: "mock.example.com", headers, controlToken: TOKEN })).toBeUndefined();
  });

  it.each<[string, Headers]>([
    ["no credentials", {}],
    ["another password", basic(`:${TOKEN.replace("!", "?")}`)],
    ["a part of it", basic(`:${TOKEN.slice(1)}`)],
    ["more than it", basic(`:${TOKEN}${TOKEN}`)],
    ["an empty password", basic(":")],
    ["the token as user name", basic(TOKEN)],
    ["another scheme", { authorization: `Bearer ${TOKEN}` }],
    ["invalid Base64", { authorization: "Basic %%%" }],
  ])("refuses this machine with %s", async (_, headers) => {
    expect(await refusal({ headers, controlToken: TOKEN, controlHosts: ["localhost"] })).toBe(
      "401 The control API requires the controlToken as the password of Basic authentication.",
    );
  });

  it("is asked for by the browser, and isn't recorded", async () => {
    const { send, create, mock } = mockApp({ controlToken: TOKEN });
    const challenge = (await send("/")).headers.get("www-authenticate");
    expect(challenge).toBe('Basic realm="Plant Store mock", charset="UTF-8"');
    await create("{}", basic(`any:${TOKEN}`));
    expect(mock.requests[0]?.headers.authorization).toBe("[redacted]");
  });
});
