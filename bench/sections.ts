import { clientSize, clientStart, clientTypes, testImport } from "./costs.ts";
import { CLIENTS, MOCKS, type Peer, readSupport, SIZES } from "./peers.ts";
import { freePort, type Runtime, startChild, startServer } from "./processes.ts";
import { type Contender, compare, type Effort, merge, relate, type Sample } from "./race.ts";
import type { Benchmark, Row } from "./results.ts";
import { mockServer } from "./server.ts";

type Work = { readonly calls: number; readonly inFlight?: number };

function inProcesses(
  peers: readonly Peer[],
  runtime: Runtime,
  isShort: boolean,
  module: string,
  options: (id: string) => object,
  work: (id: string) => Work,
): Contender[] {
  return peers
    .filter((each) => !isShort || each.isShort)
    .map(({ id }) => ({
      id,
      support: readSupport(id, runtime),
      async start() {
        const { ask, stop } = await startChild(runtime, module, options(id));
        return { check: () => ask<Row>("check"), round: () => ask<Sample>(work(id)), stop };
      },
    }));
}

const effort = (isShort: boolean, starts: number): Effort =>
  isShort ? { starts: 1, rounds: 4, warmups: 2 } : { starts, rounds: 7, warmups: 3 };

function clients(name: string, compared: string, calls: number, inFlight?: number): Benchmark {
  return {
    name,
    async measure(runtime, isShort) {
      const port = await freePort();
      const plant = '{"name":"Monstera deliciosa","tag":"tropical"}';
      const server = inFlight && (await startServer(runtime, port, ["servers/node.mjs", String(port), plant]));
      const baseUrl = server && `http://127.0.0.1:${port}`;
      const toOptions = (client: string) => ({ client, baseUrl });
      const toWork = () => ({ calls, ...(inFlight && { inFlight }) });
      try {
        const contenders = inProcesses(CLIENTS, runtime, isShort, "./client.mjs", toOptions, toWork);
        return (await compare(contenders, effort(isShort, inFlight ? 3 : 6), compared, "by-hand")).rows;
      } finally {
        await (server || undefined)?.stop();
      }
    },
  };
}

const mockInProcess: Benchmark = {
  name: "mock-in-process",
  async measure(runtime, isShort) {
    const calls: Readonly<Record<string, number>> = { stub: 2_000, "mock-fetch": 2_000 };
    const toWork = (id: string) => ({ calls: calls[id] ?? (id.startsWith("msw-2") ? 1_000 : 200) });
    const contenders = inProcesses(MOCKS, runtime, isShort, "./mock.mjs", (mock) => ({ mock }), toWork);
    const { rows, courses } = await compare(contenders, effort(isShort, 6), "us", "stub");
    return merge(rows, {
      "msw-2-handlers": relate(courses["msw-2-handlers"], courses["msw-2-static"], "us", "static"),
      "msw-3-handlers": relate(courses["msw-3-handlers"], courses["msw-3-static"], "us", "static"),
    });
  },
};

const growth: Benchmark = {
  name: "growth",
  async measure(runtime, isShort) {
    const toOptions = (plants: string) => ({ plants: Number(plants) });
    const contenders = inProcesses(SIZES, runtime, isShort, "./grown.mjs", toOptions, () => ({ calls: 200 }));
    return (await compare(contenders, effort(isShort, 2), "us", "1000")).rows;
  },
};

export const SECTIONS: readonly Benchmark[] = [
  clients("client-stub", "us", 3_000),
  clients("client-loopback", "us", 400, 1),
  clients("client-loopback-50", "perSecond", 700, 50),
  mockInProcess,
  mockServer,
  growth,
  clientSize,
  clientStart,
  clientTypes,
  testImport,
];
