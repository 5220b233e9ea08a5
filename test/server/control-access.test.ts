import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { controlProblem, readControlHosts } from "../../mocks/server/control-access.ts";

type Headers = IncomingMessage["headers"];

/** A test can't send requests from another machine. */
function problem(
  remoteAddress: string | undefined,
  headers: Headers,
  { method = "POST", controlHosts = [] as readonly string[] } = {},
): string | undefined {
  const incoming = { method, socket: { remoteAddress }, headers } as IncomingMessage;
  return controlProblem(incoming, readControlHosts(controlHosts));
}

const host = "localhost:4010";

describe("the control API", () => {
  it.each(["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"])("accepts requests from %s", (address) => {
    expect(problem(address, { host })).toBeUndefined();
  });

  it.each(["10.0.0.1", "10.0.127.1", "192.168.1.127.", "::ffff:10.0.0.1", "fe80::1", "::2", "::12", "", undefined])(
    "refuses requests from %s",
    (address) => {
      expect(problem(address, { host })).toMatch(/^The control API accepts requests only from this machine\./);
    },
  );

  it.each(["localhost", "LOCALHOST:1", "127.0.0.1:4010", "127.100.20.3", "[::1]", "[::1]:4010"])(
    "accepts the Host %s",
    (host) => {
      expect(problem("::1", { host })).toBeUndefined();
    },
  );

  it.each([
    "plants.example.com",
    "localhost.example.com",
    "127.0.0.1.example.com",
    "127.0.0",
    "x127.0.0.1",
    "localhost:80:80",
    "a@localhost",
    "",
    undefined,
  ])("refuses the Host %s", (host) => {
    expect(problem("::1", host === undefined ? {} : { host })).toMatch(
      /^The control API accepts requests only for localhost,/,
    );
  });

  it.each<Headers>([
    { forwarded: "for=192.0.2.60" },
    { "x-forwarded-for": "192.0.2.60" },
    { via: "1.1 proxy" },
    { via: "" },
    { "x-forwarded-host": "plants.example.com" },
    { "x-real-ip": "192.0.2.60" },
  ])("refuses a forwarded request: %o", (headers) => {
    expect(problem("::1", { host, ...headers })).toMatch(/^The control API refuses forwarded requests,/);
    expect(problem("::1", { host: "mock", ...headers }, { controlHosts: ["mock"] })).toBeUndefined();
  });

  it.each(["x-via", "via-x", "not-forwarded", "forwarded-by", "x-real-ips"])("accepts the header %s", (name) => {
    expect(problem("::1", { host, [name]: "x" })).toBeUndefined();
  });

  it.each<Headers>([
    { origin: "http://LOCALHOST:4010" },
    { origin: "http://localhost:4010", "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
  ])("accepts its own page: %o", (headers) => {
    expect(problem("::1", { host, ...headers })).toBeUndefined();
  });

  it.each(["GET", "HEAD"])("accepts a %s request from a link on another page", (method) => {
    const headers = { host, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect(problem("::1", headers, { method })).toBeUndefined();
  });

  it.each<Headers>([
    { "sec-fetch-mode": "no-cors" },
    { "sec-fetch-mode": "cors" },
    { "sec-fetch-mode": "navigate", origin: "http://localhost:4010" },
  ])("refuses a GET from another page that isn't a link: %o", (headers) => {
    expect(problem("::1", { host, "sec-fetch-site": "cross-site", ...headers }, { method: "GET" })).toBe(
      "The control API refuses requests from pages of other origins.",
    );
  });

  it.each<Headers>([
    { origin: "http://localhost:9999" },
    { origin: "https://localhost:4010" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", origin: "http://localhost:4010" },
    { "sec-fetch-site": "same-site", origin: "http://localhost:4010" },
  ])("refuses other pages: %o", (headers) => {
    const message = "The control API refuses requests from pages of other origins.";
    expect(problem("::1", { host, ...headers })).toBe(message);
    const inCompose = { ...headers, host: "mock:4010" };
    expect(problem("172.18.0.3", inCompose, { controlHosts: ["mock"] })).toBe(message);
  });
});

describe("controlHosts", () => {
  const controlHosts = ["Mock", "m", "plants.internal", "10.0.0.5", "[fd00::1]"];

  it.each(["mock", "MOCK:4010", "m", "plants.internal", "10.0.0.5:80", "[fd00::1]:4010"])(
    "lets another machine use the name %s",
    (host) => {
      expect(problem("172.18.0.3", { host }, { controlHosts })).toBeUndefined();
    },
  );

  it.each(["mock.example.com", "xmock", "mock:4010:1", "localhost", ""])(
    "doesn't let another machine use the name %s",
    (host) => {
      expect(problem("172.18.0.3", { host }, { controlHosts })).toMatch(/only from this machine/);
    },
  );

  it("accepts the page's own origin, behind a proxy with TLS too", () => {
    for (const origin of ["http://mock:4010", "https://mock:4010"]) {
      expect(problem("172.18.0.3", { host: "mock:4010", origin }, { controlHosts })).toBeUndefined();
    }
  });

  it.each<[unknown]>([["mock"], [["mock:4010"]], [["http://mock"]], [["a b"]], [[""]], [[7]], [["*"]]])(
    "rejects %j",
    (names) => {
      expect(() => readControlHosts(names as string[])).toThrow(
        new TypeError(
          'Invalid options: controlHosts must be an array of host names without scheme and port, such as ["mock"]',
        ),
      );
    },
  );
});
