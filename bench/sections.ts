import { freePort } from "../scripts/free-port.ts";
import { clientSize, clientStart, clientTypes, testImport } from "./costs.ts";
import { CLIENTS, MOCKS, type Peer, SIZES, supportOf } from "./peers.ts";
import { type Runtime, startChild, startServer } from "./processes.ts";
import { type Contender, merge, race, ratioOf, rowsOf, type Sample } from "./race.ts";
import type { Row, Rows } from "./results.ts";
import { mockServer } from "./server.ts";

export interface SectionOf {
  readonly name: string;
  /** Whether the figures don't depend on the version of Node. */
  readonly isForOneNode?: true;
  /** The short form runs few rounds of the contenders that the project's own dependencies include. */
  measure(runtime: Runtime, isShort: boolean): Promise<Rows>;
}

const PLANT = '{"name":"Monstera deliciosa","tag":"tropical"}';

interface Comparison {
  readonly peers: readonly Peer[];
  /** The module whose createCall makes the contender. */
  readonly module: string;
  options(id: string): object;
  work(id: string): { readonly calls: number; readonly inFlight?: number };
  readonly starts: number;
}

/** Checks the peers, then races those that passed, each in a process of its own. */
async function compare(runtime: Runtime, isShort: boolean, { peers, module, options, work, starts }: Comparison) {
  const checks: Record<string, Row> = {};
  const contenders: Contender[] = [];
  for (const peer of peers.filter((each) => !isShort || each.isShort)) {
    const start = () => startChild(runtime, "contender.mjs", module, JSON.stringify(options(peer.id)));
    const row = await check(supportOf(peer, runtime), start);
    checks[peer.id] = row;
    if (row.fails === undefined) {
      contenders.push({
        id: peer.id,
        async start() {
          const child = await start();
          return { round: () => child.ask<Sample>(work(peer.id)), stop: child.stop };
        },
      });
    }
  }
  const effort = isShort ? { starts: 2, rounds: 5, warmups: 3 } : { starts, rounds: 7, warmups: 3 };
  return { checks, courses: await race(contenders, effort) };
}

async function check(support: Row, start: () => ReturnType<typeof startChild>): Promise<Row> {
  if (support.fails !== undefined) {
    return support;
  }
  try {
    const child = await start();
    return { ...support, ...(await child.ask<Row>("check").finally(child.stop)) };
  } catch (error) {
    return { ...support, fails: (error as Error).message };
  }
}

/** A createPlant call of each client: on a stub, or to a bare server in another process. */
function clients(name: string, compared: string, calls: number, inFlight?: number): SectionOf {
  return {
    name,
    async measure(runtime, isShort) {
      const port = await freePort();
      const server = inFlight && (await startServer(runtime, port, ["servers/node.mjs", String(port), PLANT]));
      const baseUrl = server && `http://127.0.0.1:${port}`;
      try {
        const { checks, courses } = await compare(runtime, isShort, {
          peers: CLIENTS,
          module: "./client.mjs",
          options: (client) => ({ client, baseUrl }),
          work: () => ({ calls, ...(inFlight && { inFlight }) }),
          starts: inFlight ? 4 : 8,
        });
        return merge(checks, rowsOf(courses, compared, "by-hand"));
      } finally {
        await (server || undefined)?.stop();
      }
    },
  };
}

const mockInProcess: SectionOf = {
  name: "mock-in-process",
  async measure(runtime, isShort) {
    const calls: Readonly<Record<string, number>> = { stub: 2_000, "mock-fetch": 2_000 };
    const { checks, courses } = await compare(runtime, isShort, {
      peers: MOCKS,
      module: "./mock.mjs",
      options: (mock) => ({ mock }),
      work: (id) => ({ calls: calls[id] ?? (id.startsWith("msw-2") ? 1_000 : 200) }),
      starts: 8,
    });
    return merge(checks, rowsOf(courses, "us", "stub"), {
      "msw-2-handlers": ratioOf(courses["msw-2-handlers"], courses["msw-2-static"], "us", "static"),
      "msw-3-handlers": ratioOf(courses["msw-3-handlers"], courses["msw-3-static"], "us", "static"),
    });
  },
};

const growth: SectionOf = {
  name: "growth",
  async measure(runtime, isShort) {
    const { checks, courses } = await compare(runtime, isShort, {
      peers: SIZES,
      module: "./grown.mjs",
      options: (plants) => ({ plants: Number(plants) }),
      work: () => ({ calls: 200 }),
      starts: 2,
    });
    return merge(checks, rowsOf(courses, "us", "1000"));
  },
};

export const SECTIONS: readonly SectionOf[] = [
  clients("client-stub", "us", 3_000),
  clients("client-loopback", "us", 400, 1),
  clients("client-loopback-50", "perSecond", 1_000, 50),
  mockInProcess,
  mockServer,
  growth,
  clientSize,
  clientStart,
  clientTypes,
  testImport,
];
