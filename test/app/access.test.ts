import { createMockApp, type MockAppOptions } from "plant-store-sdk/mocks/app";
import { describe, expect, it } from "vitest";
import { type Headers, mockApp } from "../support/mock-app.ts";

interface Sent extends MockAppOptions {
  /** What the runtime passes beside the request. */
  context?: unknown;
  host?: string;
  headers?: Headers;
  line?: string;
  scheme?: "http" | "https";
  /** What a service worker tells of the request of a page. */
  destination?: string;
}

/** Returns why a request to the control API is refused, if it is. */
async function refusal(sent: Sent): Promise<string | undefined> {
  const { line = "POST /__mock/reset", host = "localhost:4010", headers, ...others } = sent;
  const { context = deno("127.0.0.1"), scheme = "http", destination = "", ...options } = others;
  const [method = "", path] = line.split(" ");
  const request = new Request(`${scheme}://localhost${path}`, { method, headers: { host, ...headers } });
  Object.defineProperty(request, "destination", { value: destination });
  const response = await createMockApp(options).fetch(request, context);
  return response.ok ? undefined : (await response.json()).message;
}

const deno = (hostname: string) => ({ remoteAddr: { hostname } });
const bun = (address: string) => ({ requestIP: () => ({ address }) });
const hono = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
const withHeaders = (names: string) => names.split(" ").map((name): Sent => ({ headers: { [name]: "" } }));

const CROSS_SITE = { "sec-fetch-site": "cross-site" };
const LINK = { ...CROSS_SITE, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const listed: Sent = { context: deno("172.18.0.3"), host: "mock:4010", controlHosts: ["Mock"] };

const TOKEN = "sixteen letters!";
const basic = (credentials: string) => `Basic ${btoa(credentials)}`;
const CREDENTIALS = basic(`admin:${TOKEN}`);
const secret = { host: "mock", controlToken: TOKEN, controlHosts: ["mock"] };
const proxied = { authorization: CREDENTIALS, via: "1.1 proxy", origin: "https://any" };

describe("the control API", () => {
  it.each<Sent>([
    { context: bun("127.0.0.1") },
    { context: hono("::1") },
    ...["localhost", "[::1]:4010"].map((host) => ({ host })),
    { headers: { origin: "http://LOCALHOST:4010" } },
    { headers: { origin: "http://localhost:4010", "sec-fetch-site": "same-origin" } },
    { headers: { origin: "https://localhost:4010" }, scheme: "https" },
    { headers: { "sec-fetch-site": "same-origin" } },
    { headers: { "sec-fetch-site": "none" } },
    ...["GET /", "HEAD /", "GET /__mock/openapi.yaml"].map((line) => ({ headers: LINK, line })),
    { headers: { "sec-fetch-site": "none", "upgrade-insecure-requests": "1" }, line: "GET /__mock/plants" },
    { headers: { "upgrade-insecure-requests": "1" }, line: "GET /" },
    { headers: { referer: "http://localhost:4010/?session=a" } },
    { headers: {}, destination: "script", line: "GET /__mock/page/main.js" },
    ...withHeaders("x-via via-x not-forwarded forwarded-by x-real-ips x-forwardedx client-ip"),
    listed,
    { ...listed, context: null, host: "MOCK" },
    { ...listed, headers: { origin: "http://mock:4010", via: "1.1 proxy" } },
    { ...listed, headers: { origin: "https://mock:4010" } },
    { controlToken: TOKEN, context: null, host: "any", headers: proxied },
    { ...secret, headers: { authorization: `bASIC   ${btoa(`:${TOKEN}`)}` } },
  ])("accepts %o", async (sent) => {
    expect(await refusal(sent)).toBeUndefined();
  });

  function itRefuses(problem: string, requests: readonly Sent[]): void {
    it.each(requests)(`${problem} %o`, async (sent) => {
      expect(await refusal(sent)).toBe(`The control API ${problem}`);
    });
  }

  itRefuses(
    "accepts requests only from this machine. Others need a host name that is listed in controlHosts (--control-host).",
    [
      ...[bun, hono, deno].map((runtime) => ({ context: runtime("10.0.0.1") })),
      { context: deno("") },
      ...["xmock", "mock:4010:1", "localhost"].map((host) => ({ ...listed, host })),
    ],
  );
  itRefuses(
    "can't tell which machine sent the request. Set controlHosts to the host names that may use it, or set controlToken.",
    [null, { params: {}, remoteAddr: "127.0.0.1" }, { requestIP: () => null }].map((context) => ({ context })),
  );
  itRefuses(
    "accepts requests only for localhost, 127.0.0.1 or [::1]: check the Host header, or list the host name in controlHosts (--control-host).",
    ["plants.example.com", "localhost:80:80", "localhost:", ""].map((host) => ({ host })),
  );
  itRefuses("refuses forwarded requests, unless the host name is listed in controlHosts (--control-host).", [
    ...withHeaders("forwarded x-forwarded x-forwarded-for x-original-for via x-real-ip cf-connecting-ip x-client-ip"),
    ...withHeaders("x-cluster-client-ip true-client-ip fastly-client-ip"),
    { headers: { accept: "*/*", via: "" } },
  ]);
  itRefuses("refuses requests from pages of other origins.", [
    ...["http://localhost:9999", "https://localhost:4010", "null"].map((origin) => ({ headers: { origin } })),
    { headers: { "sec-fetch-site": "same-site", origin: "http://localhost:4010" } },
    { headers: CROSS_SITE },
    { ...listed, headers: CROSS_SITE },
    { ...secret, headers: { authorization: CREDENTIALS, ...CROSS_SITE } },
    { headers: LINK, line: "GET /__mock/plants" },
    { headers: { "upgrade-insecure-requests": "1" }, line: "GET /__mock/plants" },
    { headers: { referer: "https://evil.example.com/" }, line: "GET /__mock/plants" },
    { headers: { referer: "http://localhost:40101/" }, line: "GET /__mock/plants" },
    ...["document", "iframe", "image"].map((destination) => ({ destination, line: "GET /__mock/plants" })),
    { headers: LINK, line: "POST /__mock/openapi.yaml" },
    { headers: { ...LINK, "sec-fetch-dest": "iframe" }, line: "GET /" },
    { headers: { ...LINK, "sec-fetch-mode": "no-cors" }, line: "GET /" },
    { headers: { ...LINK, origin: "https://app.example.com" }, line: "GET /" },
  ]);
  const credentials = ["", ":", TOKEN, `:${TOKEN.replace("!", "?")}`, `:${TOKEN.slice(1)}`, `:${TOKEN}${TOKEN}`];
  const others = [`Bearer ${TOKEN}`, "Basic %%%", `Not ${CREDENTIALS}`, `${CREDENTIALS} more`];
  itRefuses(
    "requires the controlToken as the password of Basic authentication.",
    [...credentials.map(basic), ...others].map((authorization) => ({ ...secret, headers: { authorization } })),
  );

  it.each(["/", "/__mock/plants", "/__mock/plants?id=x", "/__mock/x"])(
    "keeps other pages from embedding %s",
    async (path) => {
      const { headers } = await mockApp().send(path);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    },
  );

  it("asks a browser for the controlToken, and doesn't record it", async () => {
    const { send, create, mock } = mockApp({ controlToken: TOKEN });
    const { status, headers } = await send("/");
    expect([status, headers.get("www-authenticate")]).toEqual([401, 'Basic realm="Plant Store mock", charset="UTF-8"']);
    await create("{}", { authorization: CREDENTIALS });
    expect(mock.requests[0]?.headers.authorization).toBe("[redacted]");
  });
});
