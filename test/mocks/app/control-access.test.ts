import { createMockApp, type MockAppOptions } from "plant-store-sdk/mocks/app";
import { describe, expect, it } from "vitest";
import { type Headers, mockApp } from "../../support/mock-app.ts";

interface ControlRequest {
  /** The method and the path. */
  line?: string;
  host?: string;
  headers?: Headers;
  scheme?: "http" | "https";
}

interface Receiver extends MockAppOptions {
  /** What the runtime passes beside the request. */
  context?: unknown;
}

const fromAddress = (hostname: string) => ({ remoteAddr: { hostname } });
const THIS_MACHINE = fromAddress("127.0.0.1");
const OTHER_MACHINE = fromAddress("10.0.0.1");

/** Returns why the control API refuses a request, if it does. By default, this machine sends it. */
async function findRefusal(request: ControlRequest, receiver: Receiver = {}): Promise<string | undefined> {
  const { line = "POST /__mock/reset", host = "localhost:4010", headers, scheme = "http" } = request;
  const { context = THIS_MACHINE, ...options } = receiver;
  const [method = "", path] = line.split(" ");
  const sent = new Request(`${scheme}://localhost${path}`, { method, headers: { host, ...headers } });
  const response = await createMockApp(options).fetch(sent, context);
  return response.ok ? undefined : (await response.json()).message;
}

const ONLY_THIS_MACHINE =
  "The page and the control API accept requests only from this machine, at localhost or 127.0.0.1. For other machines and other addresses of this one, list the host name in controlHosts (--control-host).";
const UNKNOWN_MACHINE =
  "The mock can't tell which machine sent the request, and the host name isn't listed in controlHosts. List it there.";
const ONLY_LOOPBACK =
  "The page and the control API accept requests only for localhost and its subdomains, 127.0.0.0/8 or [::1]: check the Host header, or list the host name in controlHosts (--control-host).";
const FORWARDED =
  "The page and the control API refuse forwarded requests, unless the host name is listed in controlHosts (--control-host).";
const OTHER_ORIGIN =
  "The page and the control API refuse requests from pages of other origins. Open the page in a tab of its own.";

const PROXY_HEADERS = [
  "forwarded",
  "x-forwarded",
  "x-forwarded-for",
  "x-original-for",
  "via",
  "x-real-ip",
  "cf-connecting-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "true-client-ip",
  "fastly-client-ip",
];

const CROSS_SITE = { "sec-fetch-site": "cross-site" };
const LINK = { ...CROSS_SITE, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

describe("the client's address", () => {
  it.each(["10.0.0.1", ""])("is read from Deno's connection: %j", async (address) => {
    expect(await findRefusal({}, { context: fromAddress(address) })).toBe(ONLY_THIS_MACHINE);
  });

  it("is read from Hono's bindings on Node", async () => {
    const context = { incoming: { socket: { remoteAddress: "10.0.0.1" } } };
    expect(await findRefusal({}, { context })).toBe(ONLY_THIS_MACHINE);
  });

  it("is read from Bun's server", async () => {
    const bun = {
      address: "10.0.0.1",
      // Bun's own needs its server.
      requestIP(_: Request) {
        return { address: this.address };
      },
    };
    expect(await findRefusal({}, { context: bun })).toBe(ONLY_THIS_MACHINE);
  });

  it.each([null, { params: {}, remoteAddr: "127.0.0.1" }])("is unknown in the context %j", async (context) => {
    expect(await findRefusal({}, { context })).toBe(UNKNOWN_MACHINE);
  });
});

describe("the control API", () => {
  it.each(["127.0.0.1", "::1"])("accepts the address %s", async (address) => {
    expect(await findRefusal({}, { context: fromAddress(address) })).toBeUndefined();
  });

  it.each(["localhost", "mock.localhost", "127.1.2.3", "[::1]:4010"])("accepts the host %s", async (host) => {
    expect(await findRefusal({ host })).toBeUndefined();
  });

  it.each(["plants.example.com", "localhost:80:80", "localhost:", ""])("refuses the host %j", async (host) => {
    expect(await findRefusal({ host })).toBe(ONLY_LOOPBACK);
  });

  it.each(PROXY_HEADERS)("refuses the header %s of a proxy", async (header) => {
    expect(await findRefusal({ headers: { [header]: "" } })).toBe(FORWARDED);
  });

  it.each<ControlRequest>([
    { headers: { origin: "http://LOCALHOST:4010" } },
    { headers: { origin: "https://localhost:4010" }, scheme: "https" },
    { headers: { origin: "http://localhost:4010", "sec-fetch-site": "same-origin" } },
    { headers: { "sec-fetch-site": "same-origin" } },
    { headers: { "sec-fetch-site": "none" } },
  ])("accepts its own page: %o", async (request) => {
    expect(await findRefusal(request)).toBeUndefined();
  });

  it.each<ControlRequest>([
    { headers: { origin: "http://localhost:9999" } },
    { headers: { origin: "https://localhost:4010" } },
    { headers: { origin: "null" } },
    { headers: { origin: "http://localhost:4010", "sec-fetch-site": "same-site" } },
    { headers: CROSS_SITE },
  ])("refuses other pages: %o", async (request) => {
    expect(await findRefusal(request)).toBe(OTHER_ORIGIN);
  });
});

describe("a link on another site", () => {
  it.each(["GET /", "HEAD /", "GET /__mock/openapi.yaml"])("may open %s", async (line) => {
    expect(await findRefusal({ line, headers: LINK })).toBeUndefined();
  });

  it.each(["GET /__mock/plants", "POST /__mock/openapi.yaml"])("may not open %s", async (line) => {
    expect(await findRefusal({ line, headers: LINK })).toBe(OTHER_ORIGIN);
  });

  it.each<Headers>([
    { "sec-fetch-dest": "iframe" },
    { "sec-fetch-mode": "no-cors" },
    { origin: "https://app.example.com" },
  ])("may not open the page with %o", async (headers) => {
    expect(await findRefusal({ line: "GET /", headers: { ...LINK, ...headers } })).toBe(OTHER_ORIGIN);
  });
});

describe("controlHosts", () => {
  const docker = { context: OTHER_MACHINE, controlHosts: ["Mock"] };

  it.each(["mock:4010", "MOCK"])("lets any machine use the control API at %s", async (host) => {
    expect(await findRefusal({ host }, docker)).toBeUndefined();
  });

  it.each(["xmock", "mock:4010:1", "localhost"])("doesn't let other machines use it at %s", async (host) => {
    expect(await findRefusal({ host }, docker)).toBe(ONLY_THIS_MACHINE);
  });

  it("lets a client use it whose address is unknown", async () => {
    expect(await findRefusal({ host: "mock" }, { ...docker, context: null })).toBeUndefined();
  });

  it("accepts forwarded requests", async () => {
    expect(await findRefusal({ host: "mock", headers: { via: "1.1 proxy" } }, docker)).toBeUndefined();
  });

  it("refuses pages of other sites", async () => {
    expect(await findRefusal({ host: "mock:4010", headers: CROSS_SITE }, docker)).toBe(OTHER_ORIGIN);
  });
});

describe("a health check", () => {
  it.each(["GET", "HEAD"])("by %s gets 204 from any machine", async (method) => {
    const receiver = { context: OTHER_MACHINE };
    expect(await findRefusal({ line: `${method} /__mock/health`, host: "mock", headers: CROSS_SITE }, receiver)).toBe(
      undefined,
    );
  });

  it("gets 204 while the control API is turned off", async () => {
    expect((await mockApp({ control: false }).send("/__mock/health")).status).toBe(204);
  });

  it("is no permission to change anything", async () => {
    expect(await findRefusal({ line: "POST /__mock/health", host: "mock" })).toBe(ONLY_LOOPBACK);
  });
});
