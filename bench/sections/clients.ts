import { startChild } from "../child.ts";
import { CLIENTS } from "../peers.ts";
import { race, type Sample } from "../race.ts";
import type { Runtime } from "../runtimes.ts";
import { freePort, startServer } from "../server-process.ts";
import { rowsOf } from "../statistics.ts";
import { able, checkPeer, merged } from "./checks.ts";
import type { SectionOf } from "./section.ts";

const SHORT = ["by-hand", "plant-store-sdk", "openapi-fetch"];
const module = new URL("../client-call.mjs", import.meta.url).href;

interface Work {
  readonly calls: number;
  readonly inFlight?: number;
}

async function compare(runtime: Runtime, isShort: boolean, compared: string, work: Work, baseUrl?: string) {
  const peers = CLIENTS.filter(({ id }) => !isShort || SHORT.includes(id));
  const checks = Object.fromEntries(peers.map((peer) => [peer.id, checkPeer(peer, "client-checks.mjs", runtime)]));
  const contenders = peers.map(({ id }) => ({
    id,
    async start() {
      const args = [module, JSON.stringify({ client: id, baseUrl })];
      const child = await startChild<Work, Sample>(runtime, "contender.mjs", args);
      return { round: () => child.ask(work), stop: child.stop };
    },
  }));
  const effort = isShort ? { starts: 2, rounds: 5, warmups: 3 } : { starts: 4, rounds: 7, warmups: 3 };
  return merged(checks, rowsOf(await race(able(contenders, checks), effort), compared, "by-hand"));
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
