import { describe, expect, it } from "vitest";
import { refuseControl } from "../../mocks/app/access.ts";

type Fields = Readonly<Record<string, string>>;

const TOKEN = "sixteen letters!";
const basic = (credentials: string) => ({ authorization: `Basic ${btoa(credentials)}` });

/** A test can't send requests from another machine. */
function problem({
  address = "127.0.0.1" as string | null,
  host = "localhost:4010",
  headers = {} as Fields,
  method = "POST",
  isPageFile = false,
  scheme = "http" as "http" | "https",
  controlHosts = [] as readonly string[],
  token = undefined as string | undefined,
}): string | undefined {
  const request = { address: address ?? undefined, host, method, isPageFile, scheme, headers: new Headers(headers) };
  const refusal = refuseControl(request, { hosts: new Set(controlHosts), token });
  return refusal && `${refusal.status} ${JSON.parse(refusal.body).message}`;
}

const OTHER_ORIGIN = "403 The control API refuses requests from pages of other origins.";

describe("the control API", () => {
  it.each(["127.0.0.1", "::1", "::ffff:127.0.0.1"])("accepts requests from %s", (address) => {
    expect(problem({ address })).toBeUndefined();
  });

  it("refuses requests from another machine, also under the name of this one", () => {
    expect(problem({ address: "10.0.0.1" })).toMatch(/^403 The control API accepts requests only from this machine\./);
    expect(problem({ address: "" })).toMatch(/only from this machine/);
  });

  it("refuses requests without an address, and says what to set", () => {
    expect(problem({ address: null })).toBe(
      "403 The control API can't tell which machine sent the request. Set controlHosts to the host names that may use it, or set controlToken.",
    );
  });

  it.each(["localhost", "127.0.0.1:4010", "[::1]:4010"])("accepts the Host %s", (host) => {
    expect(problem({ host })).toBeUndefined();
  });

  it.each(["plants.example.com", "localhost:80:80", "localhost:", ""])("refuses the Host %s", (host) => {
    expect(problem({ host })).toMatch(/^403 The control API accepts requests only for localhost,.*Host header/);
  });

  it.each(
    "forwarded x-forwarded x-forwarded-for x-forwarded-host x-original-for via x-real-ip cf-connecting-ip x-client-ip x-cluster-client-ip true-client-ip fastly-client-ip".split(
      " ",
    ),
  )("refuses a forwarded request with the header %s, unless the host is listed", (name) => {
    const headers = { accept: "*/*", [name]: "" };
    expect(problem({ headers })).toMatch(/^403 The control API refuses forwarded requests,/);
    expect(problem({ headers, host: "mock", controlHosts: ["mock"] })).toBeUndefined();
  });

  it.each(["x-via", "via-x", "not-forwarded", "forwarded-by", "x-real-ips", "x-forwardedx", "client-ip"])(
    "accepts the header %s",
    (name) => {
      expect(problem({ headers: { [name]: "x" } })).toBeUndefined();
    },
  );

  it.each<Fields>([
    { origin: "http://LOCALHOST:4010" },
    { origin: "http://localhost:4010", "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
  ])("accepts its own page: %o", (headers) => {
    expect(problem({ headers })).toBeUndefined();
  });

  it("takes https as its own origin when it is served by TLS", () => {
    const headers = { origin: "https://localhost:4010" };
    expect([problem({ headers, scheme: "https" }), problem({ headers })]).toEqual([undefined, OTHER_ORIGIN]);
  });

  it.each<Fields>([
    { origin: "http://localhost:9999" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: "http://localhost:4010" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
  ])("refuses other pages: %o", (headers) => {
    expect(problem({ headers })).toBe(OTHER_ORIGIN);
    expect(problem({ headers, address: null, host: "mock:4010", controlHosts: ["mock"] })).toBe(OTHER_ORIGIN);
    expect(problem({ headers: { ...headers, ...basic(`:${TOKEN}`) }, token: TOKEN })).toBe(OTHER_ORIGIN);
  });
});

describe("a link from another page", () => {
  const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

  it.each(["GET", "HEAD"])("opens the page's files with %s", (method) => {
    expect(problem({ headers, method, isPageFile: true })).toBeUndefined();
  });

  it("opens nothing else", () => {
    expect(problem({ headers, method: "GET" })).toBe(OTHER_ORIGIN);
    expect(problem({ headers, method: "POST", isPageFile: true })).toBe(OTHER_ORIGIN);
  });

  it.each<Fields>([
    { "sec-fetch-dest": "iframe" },
    { "sec-fetch-mode": "no-cors" },
    { origin: "https://app.example.com" },
  ])("opens nothing with %o", (changed) => {
    expect(problem({ headers: { ...headers, ...changed }, method: "GET", isPageFile: true })).toBe(OTHER_ORIGIN);
  });
});

describe("controlHosts", () => {
  it.each(["mock", "MOCK:4010"])("lets another machine use the name %s, also behind a proxy with TLS", (host) => {
    for (const headers of [{}, { origin: `http://${host}` }, { origin: `https://${host}` }]) {
      expect(problem({ address: "172.18.0.3", host, headers, controlHosts: ["mock"] })).toBeUndefined();
    }
  });

  it.each(["mock.example.com", "xmock", "mock:4010:1", "localhost"])("doesn't open the name %s", (host) => {
    expect(problem({ address: "172.18.0.3", host, controlHosts: ["mock"] })).toMatch(/only from this machine/);
  });
});

describe("controlToken", () => {
  it("lets every machine in by any user name and the token as password, under any host name and by a proxy", () => {
    for (const user of ["", "admin"]) {
      const headers = { ...basic(`${user}:${TOKEN}`), via: "1.1 proxy", origin: "https://mock.example.com" };
      expect(problem({ address: null, host: "mock.example.com", headers, token: TOKEN })).toBeUndefined();
    }
  });

  it.each<[string, Fields]>([
    ["no credentials", {}],
    ["another password", basic(`:${TOKEN.replace("!", "?")}`)],
    ["a part of it", basic(`:${TOKEN.slice(1)}`)],
    ["more than it", basic(`:${TOKEN}${TOKEN}`)],
    ["an empty password", basic(":")],
    ["the token as user name", basic(TOKEN)],
    ["another scheme", { authorization: `Bearer ${TOKEN}` }],
    ["invalid Base64", { authorization: "Basic %%%" }],
  ])("refuses this machine with %s", (_, headers) => {
    expect(problem({ headers, token: TOKEN, controlHosts: ["localhost"] })).toMatch(/^401 .* controlToken/);
  });
});
