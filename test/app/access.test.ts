import { createMockApp, type MockAppOptions } from "plant-store-sdk/mocks/app";
import { describe, expect, it } from "vitest";
import { type Headers, mockApp } from "../support/mock-app.ts";

const TOKEN = "sixteen letters!";
const LISTED = "a host name that is listed in controlHosts (--control-host).";
const OTHER_MACHINE = `The control API accepts requests only from this machine. Others need ${LISTED}`;
const OTHER_NAME =
  "The control API accepts requests only for localhost, 127.0.0.1 or [::1]: check the Host header, or list the host name in controlHosts (--control-host).";
const UNKNOWN_MACHINE =
  "The control API can't tell which machine sent the request. Set controlHosts to the host names that may use it, or set controlToken.";
const FORWARDED =
  "The control API refuses forwarded requests, unless the host name is listed in controlHosts (--control-host).";
const OTHER_ORIGIN = "The control API refuses requests from pages of other origins.";
const NO_TOKEN = "The control API requires the controlToken as the password of Basic authentication.";

interface Sent extends MockAppOptions {
  /** What the runtime passes beside the request. */
  context?: unknown;
  host?: string;
  headers?: Headers;
  line?: string;
  scheme?: "http" | "https";
}

/** Returns why a request to the control API is refused, if it is. */
async function refusal(sent: Sent): Promise<string | undefined> {
  const { context = from("127.0.0.1"), host = "localhost:4010", headers, line, scheme = "http", ...options } = sent;
  const [method = "", path] = (line ?? "POST /__mock/reset").split(" ");
  const request = new Request(`${scheme}://localhost${path}`, { method, headers: { host, ...headers } });
  const response = await createMockApp(options).fetch(request, context);
  return response.ok ? undefined : (await response.json()).message;
}

const from = (hostname: string) => ({ remoteAddr: { hostname } });
const bun = (address: string) => ({ requestIP: () => ({ address }) });
const hono = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
const basic = (credentials: string) => ({ authorization: `Basic ${btoa(credentials)}` });

const CROSS_SITE = { "sec-fetch-site": "cross-site" };
const LINK = { ...CROSS_SITE, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const listed: Sent = { context: from("172.18.0.3"), host: "mock:4010", controlHosts: ["Mock"] };
const secret: Sent = { context: null, host: "mock.example.com", controlToken: TOKEN };
const viaProxy = { ...basic(`admin:${TOKEN}`), via: "1.1 proxy", origin: "https://mock.example.com" };

describe("the control API", () => {
  it.each<Sent>([
    { context: bun("127.0.0.1") },
    { context: from("::ffff:127.0.0.1") },
    { context: hono("::1") },
    ...["localhost", "127.0.0.1:4010", "[::1]:4010"].map((host) => ({ host })),
    { headers: { origin: "http://LOCALHOST:4010" } },
    { headers: { origin: "http://localhost:4010", "sec-fetch-site": "same-origin" } },
    { headers: { origin: "https://localhost:4010" }, scheme: "https" },
    { headers: { "sec-fetch-site": "same-origin" } },
    { headers: { "sec-fetch-site": "none" } },
    ...["GET /", "HEAD /", "GET /__mock/openapi.yaml"].map((line) => ({ headers: LINK, line })),
    ..."x-via via-x not-forwarded forwarded-by x-real-ips x-forwardedx client-ip"
      .split(" ")
      .map((name) => ({ headers: { [name]: "x" } })),
    listed,
    { ...listed, context: null, host: "MOCK" },
    { ...listed, headers: { origin: "http://mock:4010", via: "1.1 proxy" } },
    { ...listed, headers: { origin: "https://mock:4010" } },
    { ...secret, headers: viaProxy },
    { ...secret, headers: basic(`:${TOKEN}`) },
    { ...secret, headers: { authorization: `bASIC   ${btoa(`:${TOKEN}`)}` } },
  ])("accepts %o", async (sent) => {
    expect(await refusal(sent)).toBeUndefined();
  });

  it.each<[problem: string, sent: Sent]>([
    ...[bun("10.0.0.1"), hono("10.0.0.1"), from("10.0.0.1"), from("")].map((context): [string, Sent] => [
      OTHER_MACHINE,
      { context },
    ]),
    ...["mock.example.com", "xmock", "mock:4010:1", "localhost"].map((host): [string, Sent] => [
      OTHER_MACHINE,
      { ...listed, host },
    ]),
    ...[null, { params: {}, remoteAddr: "127.0.0.1" }, { requestIP: () => null }].map((context): [string, Sent] => [
      UNKNOWN_MACHINE,
      { context },
    ]),
    ...["plants.example.com", "localhost:80:80", "localhost:", ""].map((host): [string, Sent] => [
      OTHER_NAME,
      { host },
    ]),
    ..."forwarded x-forwarded x-forwarded-for x-original-for via x-real-ip cf-connecting-ip x-client-ip x-cluster-client-ip true-client-ip fastly-client-ip"
      .split(" ")
      .map((name): [string, Sent] => [FORWARDED, { headers: { accept: "*/*", [name]: "" } }]),
    [OTHER_ORIGIN, { headers: { origin: "http://localhost:9999" } }],
    [OTHER_ORIGIN, { headers: { origin: "https://localhost:4010" } }],
    [OTHER_ORIGIN, { headers: { origin: "null" } }],
    [OTHER_ORIGIN, { headers: { "sec-fetch-site": "same-site", origin: "http://localhost:4010" } }],
    [OTHER_ORIGIN, { headers: CROSS_SITE }],
    [OTHER_ORIGIN, { ...listed, headers: CROSS_SITE }],
    [OTHER_ORIGIN, { ...secret, headers: { ...basic(`:${TOKEN}`), ...CROSS_SITE } }],
    [OTHER_ORIGIN, { headers: LINK, line: "GET /__mock/plants" }],
    [OTHER_ORIGIN, { headers: LINK, line: "POST /__mock/openapi.yaml" }],
    [OTHER_ORIGIN, { headers: { ...LINK, "sec-fetch-dest": "iframe" }, line: "GET /" }],
    [OTHER_ORIGIN, { headers: { ...LINK, "sec-fetch-mode": "no-cors" }, line: "GET /" }],
    [OTHER_ORIGIN, { headers: { ...LINK, origin: "https://app.example.com" }, line: "GET /" }],
    ...[
      {},
      basic(`:${TOKEN.replace("!", "?")}`),
      basic(`:${TOKEN.slice(1)}`),
      basic(`:${TOKEN}${TOKEN}`),
      basic(":"),
      basic(TOKEN),
      { authorization: `Bearer ${TOKEN}` },
      { authorization: "Basic %%%" },
      { authorization: `Not basic ${btoa(`:${TOKEN}`)}` },
      { authorization: `Basic ${btoa(`:${TOKEN}`)} more` },
    ].map((headers): [string, Sent] => [NO_TOKEN, { controlToken: TOKEN, controlHosts: ["localhost"], headers }]),
  ])("responds with %j to %o", async (problem, sent) => {
    expect(await refusal(sent)).toBe(problem);
  });

  it("asks a browser for the controlToken, and doesn't record it", async () => {
    const { send, create, mock } = mockApp({ controlToken: TOKEN });
    const { status, headers } = await send("/");
    expect([status, headers.get("www-authenticate")]).toEqual([401, 'Basic realm="Plant Store mock", charset="UTF-8"']);
    await create("{}", basic(`any:${TOKEN}`));
    expect(mock.requests[0]?.headers.authorization).toBe("[redacted]");
  });
});
