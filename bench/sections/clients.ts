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

async function compare(runtime: Runtime, isShort: boolean, compared: string, work: Work, baseUrl?: string) {
  const peers = CLIENTS.filter(({ id }) => !isShort || SHORT.includes(id));
  const checks = Object.fromEntries(peers.map((peer) => [peer.id, checkPeer(peer, "client-checks.mjs", runtime)]));
  const optionsOf = (id: string) => ({ client: id, baseUrl });
  const courses = await raceModules({ peers, checks, module, optionsOf, workOf: () => work }, runtime, isShort);
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
  measure: (runtime, isShort) => compare(runtime, isShort, "us", { calls: 3_000 }),
};

export const clientLoopback: SectionOf = {
  name: "client-loopback",
  measure: (runtime, isShort) =>
    overLoopback(runtime, (baseUrl) =>
      compare(runtime, isShort, "us", { calls: isShort ? 200 : 500, inFlight: 1 }, baseUrl),
    ),
};

export const clientLoopback50: SectionOf = {
  name: "client-loopback-50",
  measure: (runtime, isShort) =>
    overLoopback(runtime, (baseUrl) => compare(runtime, isShort, "perSecond", { calls: 1_000, inFlight: 50 }, baseUrl)),
};
