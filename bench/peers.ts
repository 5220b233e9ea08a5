import { existsSync, readFileSync } from "node:fs";
import { allows, type Runtime } from "./runtimes.ts";
import type { Row } from "./statistics.ts";

/** Something that is compared. */
export interface Peer {
  readonly id: string;
  readonly label: string;
  /** Its package, where it is one. */
  readonly package?: string;
  /** The folder of node_modules, where it has another name. */
  readonly folder?: string;
}

export const CLIENTS: readonly Peer[] = [
  { id: "by-hand", label: "hand-written `fetch`, with a deadline" },
  { id: "by-hand-no-deadline", label: "hand-written `fetch`, without one" },
  { id: "plant-store-sdk", label: "**plant-store-sdk**" },
  { id: "openapi-fetch", label: "openapi-fetch", package: "openapi-fetch" },
  { id: "ofetch", label: "ofetch", package: "ofetch" },
  { id: "wretch", label: "wretch", package: "wretch" },
  { id: "ky", label: "ky", package: "ky" },
  { id: "axios", label: "axios", package: "axios" },
  { id: "octokit-request", label: "@octokit/request", package: "@octokit/request" },
  { id: "hey-api", label: "hey-api, generated", package: "@hey-api/openapi-ts" },
];

export const MOCKS: readonly Peer[] = [
  { id: "stub", label: "hand-written stub" },
  { id: "mock-fetch", label: "**`mock.fetch`**" },
  { id: "msw-2-static", label: "msw 2, a static handler", package: "msw" },
  { id: "msw-2-handlers", label: "**msw 2, our handlers**", package: "msw" },
  { id: "msw-3-static", label: "msw 3, a static handler", package: "msw", folder: "msw3" },
  { id: "msw-3-handlers", label: "**msw 3, our handlers**", package: "msw", folder: "msw3" },
  { id: "nock", label: "nock", package: "nock" },
  { id: "undici-mock-agent", label: "undici's MockAgent", package: "undici" },
];

export const SERVERS: readonly Peer[] = [
  { id: "bare", label: "bare `node:http`, an echo" },
  { id: "plant-store", label: "**`plant-store mock`**" },
  { id: "plant-store-silent", label: "**`plant-store mock --log silent`**" },
  { id: "http-middleware", label: "@mswjs/http-middleware", package: "@mswjs/http-middleware" },
  { id: "json-server", label: "json-server", package: "json-server" },
  { id: "prism", label: "Prism", package: "@stoplight/prism-cli" },
];

interface Manifest {
  readonly version: string;
  readonly engines?: { readonly node?: string };
}

/** The version of a peer that is installed, and the Nodes that it runs on. hey-api's client needs fewer than its generator. */
export function manifestOf(peer: Peer): Manifest | undefined {
  if (peer.package === undefined) {
    return undefined;
  }
  // In the short form only the project's own install is there.
  const path = [".", ".."]
    .map((base) => new URL(`${base}/node_modules/${peer.folder ?? peer.package}/package.json`, import.meta.url))
    .find((each) => existsSync(each));
  if (path === undefined) {
    throw new Error(`${peer.package} is not installed.`);
  }
  const { version, engines } = JSON.parse(readFileSync(path, "utf8")) as Manifest;
  return { version, ...(engines && peer.id !== "hey-api" && { engines }) };
}

/** The version of a peer that is installed, and why it can't run there, if it can't. */
export function supportOf(peer: Peer, runtime: Runtime): Row {
  const manifest = manifestOf(peer);
  const range = manifest?.engines?.node;
  return {
    ...(manifest && { version: manifest.version }),
    ...(range !== undefined && !allows(range, runtime.version) && { fails: `needs Node ${range}` }),
  };
}
