import { existsSync, readFileSync } from "node:fs";
import { pathTo, type Runtime } from "./processes.ts";
import type { Row } from "./results.ts";

export interface Peer {
  readonly id: string;
  readonly label: string;
  readonly package?: string;
  readonly isShort?: true;
}

export const CLIENTS: readonly Peer[] = [
  { id: "by-hand", label: "hand-written `fetch`", isShort: true },
  { id: "plant-store-sdk", label: "**plant-store-sdk**", isShort: true },
  { id: "openapi-fetch", label: "openapi-fetch", package: "openapi-fetch", isShort: true },
  { id: "ofetch", label: "ofetch", package: "ofetch" },
  { id: "wretch", label: "wretch", package: "wretch" },
  { id: "ky", label: "ky", package: "ky" },
  { id: "axios", label: "axios", package: "axios" },
  { id: "octokit-request", label: "@octokit/request", package: "@octokit/request" },
  { id: "hey-api", label: "hey-api, generated", package: "@hey-api/openapi-ts" },
];

export const MOCKS: readonly Peer[] = [
  { id: "stub", label: "hand-written stub", isShort: true },
  { id: "mock-fetch", label: "**`mock.fetch`**", isShort: true },
  { id: "msw-2-static", label: "msw 2, a static handler", package: "msw", isShort: true },
  { id: "msw-2-handlers", label: "**msw 2, `createHandlers`**", package: "msw", isShort: true },
  { id: "msw-3-static", label: "msw 3, a static handler", package: "msw3" },
  { id: "msw-3-handlers", label: "**msw 3, `createHandlers`**", package: "msw3" },
  { id: "nock", label: "nock", package: "nock" },
  { id: "undici-mock-agent", label: "undici's MockAgent", package: "undici" },
];

export const SERVERS: readonly Peer[] = [
  { id: "bare", label: "bare `node:http`, an echo", isShort: true },
  { id: "plant-store", label: "**`plant-store mock`**", isShort: true },
  { id: "plant-store-silent", label: "**`plant-store mock --log silent`**", isShort: true },
  { id: "http-middleware", label: "@mswjs/http-middleware", package: "@mswjs/http-middleware" },
  { id: "json-server", label: "json-server", package: "json-server" },
  { id: "prism", label: "Prism", package: "@stoplight/prism-cli" },
];

export const SIZES: readonly Peer[] = [
  { id: "1000", label: "1,000", isShort: true },
  { id: "10000", label: "10,000" },
  { id: "100000", label: "100,000", isShort: true },
  { id: "1000000", label: "1,000,000" },
];

export const PEERS: readonly Peer[] = [
  ...CLIENTS,
  ...MOCKS,
  ...SERVERS,
  ...SIZES,
  { id: "none", label: "`fetch` alone, without a client" },
  { id: "package", label: "**plant-store-sdk**, everything that it exports" },
  { id: "msw", label: "`msw` and `msw/node`" },
  { id: "mocks", label: "**`plant-store-sdk/mocks`**" },
  { id: "mocks-msw", label: "**`plant-store-sdk/mocks`, `/mocks/msw`** and `msw/node`" },
];

export function readSupport(id: string, runtime?: Runtime): Row {
  const name = PEERS.find((peer) => peer.id === id)?.package;
  if (name === undefined) {
    return {};
  }
  const paths = ["", "../"].map((base) => pathTo(`${base}node_modules/${name}/package.json`));
  const { version, engines } = JSON.parse(readFileSync(paths.find((path) => existsSync(path)) ?? "", "utf8"));
  // hey-api's generator needs a newer Node than the code it generates.
  const range = id === "hey-api" ? "" : (engines?.node ?? "");
  return runtime && !allows(range, runtime.version) ? { version, fails: `needs Node ${range}` } : { version };
}

export function allows(range: string, version: string): boolean {
  const lowest = /^>=\s*([\d.]+)$/.exec(range)?.[1];
  return lowest === undefined || lowest.localeCompare(version, "en", { numeric: true }) <= 0;
}
