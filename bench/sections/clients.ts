import { freePort } from "../../scripts/free-port.ts";
import { CLIENTS } from "../peers.ts";
import type { Runtime } from "../runtimes.ts";
import { startServer } from "../server-process.ts";
import { rowsOf } from "../statistics.ts";
import { checkPeer, merged } from "./checks.ts";
import { raceModules, type Work } from "./race-modules.ts";
import type { SectionOf } from "./section.ts";

const SHORT = ["by-hand", "plant-store-sdk", "openapi-fetch"];
const module = new URL("../client-call.mjs", import.meta.url).href;

interface Comparison {
  /** What the ratios are of. */
  readonly compared: string;
  readonly work: Work;
  readonly starts?: number;
  /** The service; a stub where there is none. */
  readonly baseUrl?: string;
}

async function compare(runtime: Runtime, isShort: boolean, { compared, work, starts, baseUrl }: Comparison) {
  const peers = CLIENTS.filter(({ id }) => !isShort || SHORT.includes(id));
  const checks = Object.fromEntries(peers.map((peer) => [peer.id, checkPeer(peer, "client-checks.mjs", runtime)]));
  const optionsOf = (id: string) => ({ client: id, baseUrl });
  const entries = { peers, checks, module, optionsOf, workOf: () => work, starts };
  const courses = await raceModules(entries, runtime, isShort);
  return merged(checks, rowsOf(courses, compared, "by-hand"));
}

async function overLoopback(runtime: Runtime, measure: (baseUrl: string) => ReturnType<typeof compare>) {
  const port = await freePort();
  const server = await startServer(runtime, "servers/plant.mjs", [String(port)], port);
  try {
    return await measure(`http://127.0.0.1:${port}`);
  } finally {
    await server.stop();
  }
}

export const clientStub: SectionOf = {
  name: "client-stub",
  measure: (runtime, isShort) => compare(runtime, isShort, { compared: "us", work: { calls: 3_000 }, starts: 8 }),
};

export const clientLoopback: SectionOf = {
  name: "client-loopback",
  measure: (runtime, isShort) =>
    overLoopback(runtime, (baseUrl) =>
      compare(runtime, isShort, { compared: "us", work: { calls: isShort ? 200 : 500, inFlight: 1 }, baseUrl }),
    ),
};

export const clientLoopback50: SectionOf = {
  name: "client-loopback-50",
  measure: (runtime, isShort) =>
    overLoopback(runtime, (baseUrl) =>
      compare(runtime, isShort, { compared: "perSecond", work: { calls: 1_000, inFlight: 50 }, baseUrl }),
    ),
};
