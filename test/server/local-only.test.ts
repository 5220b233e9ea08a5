import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { refuseControl } from "../../mocks/server/local-only.ts";

// A test can't come from another machine: it says that it does.
function refusal(remoteAddress: string | undefined, headers: IncomingMessage["headers"]): string | undefined {
  return refuseControl({ socket: { remoteAddress }, headers } as IncomingMessage);
}

describe("the mock's control", () => {
  it.each(["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"])("is open to %s", (address) => {
    expect(refusal(address, { host: "localhost:4010" })).toBeUndefined();
  });

  it.each(["10.0.0.1", "10.0.127.1", "192.168.1.127.", "::ffff:10.0.0.1", "fe80::1", "", undefined])(
    "is closed to %s",
    (address) => {
      expect(refusal(address, { host: "localhost" })).toBe("The mock is controlled from its own machine alone.");
    },
  );

  it.each(["localhost", "LOCALHOST:1", "127.0.0.1:4010", "127.100.20.3", "[::1]", "[::1]:4010"])(
    "goes by the name %s",
    (host) => {
      expect(refusal("::1", { host })).toBeUndefined();
    },
  );

  it.each(["plants.example.com", "localhost.example.com", "127.0.0.1.example.com", "127.0.0", "x127.0.0.1", undefined])(
    "does not go by the name %s",
    (host) => {
      expect(refusal("::1", { ...(host !== undefined && { host }) })).toMatch(
        /^The mock is controlled under localhost,/,
      );
    },
  );

  it.each<IncomingMessage["headers"]>([
    { origin: "http://LOCALHOST:4010" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  ])("is open to its own page, and to a person who follows a link: %o", (headers) => {
    expect(refusal("::1", { host: "localhost:4010", ...headers })).toBeUndefined();
  });

  it.each<IncomingMessage["headers"]>([
    { origin: "http://localhost:9999" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", origin: "http://localhost:4010" },
    { "sec-fetch-site": "same-site", origin: "http://localhost:4010" },
  ])("is closed to other pages: %o", (headers) => {
    expect(refusal("::1", { host: "localhost:4010", ...headers })).toBe(
      "Pages of other origins do not control the mock.",
    );
  });
});
