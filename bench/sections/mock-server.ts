import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../scripts/free-port.ts";
import { type Child, startChild } from "../child.ts";
import { SERVERS, supportOf } from "../peers.ts";
import { type Contender, race } from "../race.ts";
import type { Runtime } from "../runtimes.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { type Row, ratioOf, rowOf, rowsOf } from "../statistics.ts";
import { able, merged } from "./checks.ts";
import type { SectionOf } from "./section.ts";

const SHORT = ["bare", "plant-store", "plant-store-silent"];
/** What the memory is looked at after; a slow server is given so long. */
const MANY_REQUESTS = 100_000;
const MAX_SECONDS = 20;

interface Load {
  readonly port: number;
  readonly seconds: number;
  readonly requests?: number;
}

interface Answers {
  readonly error?: string;
  readonly answers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Command {
  readonly file: string;
  args(port: number): readonly string[];
}

function commands(folder: string): Readonly<Record<string, Command>> {
  const contract = fileURLToPath(new URL("../../openapi.yaml", import.meta.url));
  const own = "node_modules/plant-store-sdk/dist/plant-store.js";
  const flags = (port: number) => ["--port", String(port)];
  return {
    bare: { file: "servers/bare.mjs", args: (port) => [String(port)] },
    "plant-store": { file: own, args: (port) => ["mock", ...flags(port)] },
    "plant-store-silent": { file: own, args: (port) => ["mock", "--log", "silent", ...flags(port)] },
    "http-middleware": { file: "servers/http-middleware.mjs", args: (port) => [String(port)] },
    "json-server": {
      file: "node_modules/json-server/lib/cli/bin.js",
      args: (port) => {
        const database = join(folder, `${port}.json`);
        writeFileSync(database, '{ "plants": [] }');
        return ["--host", "127.0.0.1", ...flags(port), database];
      },
    },
    prism: {
      file: "node_modules/@stoplight/prism-cli/dist/index.js",
      args: (port) => ["mock", "-h", "127.0.0.1", "-p", String(port), contract],
    },
  };
}

/** The mock's server against a bare one, and against others that are told what to answer. */
export const mockServer: SectionOf = {
  name: "mock-server",
  async measure(runtime, isShort) {
    const folder = mkdtempSync(join(tmpdir(), "plant-store-bench-"));
    const load = await startChild<Load, Answers>(runtime, "load.mjs", []);
    try {
      return await measureAll(runtime, isShort, commands(folder), load);
    } finally {
      await load.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measureAll(
  runtime: Runtime,
  isShort: boolean,
  commandOf: Readonly<Record<string, Command>>,
  load: Child<Load, Answers>,
) {
  const peers = SERVERS.filter(({ id }) => !isShort || SHORT.includes(id));
  const start = async (id: string): Promise<ServerProcess & { readonly port: number }> => {
    const port = await freePort();
    const { file, args } = commandOf[id] as Command;
    return { ...(await startServer(runtime, file, args(port), port)), port };
  };
  const checks: Record<string, Row> = {};
  for (const peer of peers) {
    const support = supportOf(peer, runtime);
    checks[peer.id] =
      support.fails === undefined ? { ...support, ...(await checkServer(() => start(peer.id))) } : support;
  }

  const racers = able(
    peers.map(({ id }): Contender => ({ id, start: async () => answering(await start(id), load, isShort) })),
    checks,
  );
  const rates = await race(
    racers,
    isShort ? { starts: 1, rounds: 3, warmups: 1 } : { starts: 3, rounds: 3, warmups: 1 },
  );
  const starters = racers.map(({ id }) => ({
    id,
    start: async () => ({ round: () => startOnce(() => start(id)), stop: () => {} }),
  }));
  const starts = await race(starters, { starts: 1, rounds: isShort ? 5 : 9, warmups: 1 });
  const startRows = Object.fromEntries(
    Object.entries(starts).map(([id, course]): [string, Row] => {
      const { readyMs, fails } = rowOf(course, "readyMs");
      const { ratio, bestRatio } = ratioOf(course, starts.bare, "readyMs");
      return [
        id,
        {
          ...(fails !== undefined && { fails }),
          ...(readyMs !== undefined && { readyMs }),
          ...(ratio !== undefined && { readyRatio: ratio }),
          ...(bestRatio !== undefined && { readyBestRatio: bestRatio }),
        },
      ];
    }),
  );
  const memory: Record<string, Row> = {};
  for (const { id } of isShort ? [] : racers) {
    memory[id] = await memoryOf(await start(id), load);
  }
  return merged(checks, rowsOf(rates, "perSecond", "bare"), startRows, memory);
}

async function ask(load: Child<Load, Answers>, message: Load): Promise<Answers> {
  const answers = await load.ask(message);
  if (answers.error !== undefined) {
    throw new Error(answers.error);
  }
  return answers;
}

function answering(
  { port, usage, stop }: ServerProcess & { readonly port: number },
  load: Child<Load, Answers>,
  isShort: boolean,
) {
  return {
    async round() {
      const before = usage();
      const { answers, perSecond, p50Ms, p99Ms } = await ask(load, { port, seconds: isShort ? 1 : 1.5 });
      const after = usage();
      const cpu = before && after && { cpuUs: ((after.cpuMs - before.cpuMs) * 1_000) / answers };
      return { perSecond, p50Ms, p99Ms, ...cpu };
    },
    stop,
  };
}

async function startOnce(start: () => Promise<ServerProcess>) {
  const { readyMs, stop } = await start();
  await stop();
  return { readyMs };
}

async function memoryOf(
  { port, usage, stop }: ServerProcess & { readonly port: number },
  load: Child<Load, Answers>,
): Promise<Row> {
  try {
    const rest = usage();
    const { answers } = await ask(load, { port, seconds: MAX_SECONDS, requests: MANY_REQUESTS });
    const after = usage();
    const mb = (rssMb: number) => Math.round(rssMb);
    return rest && after ? { restMb: mb(rest.rssMb), afterMb: mb(after.rssMb), afterRequests: answers } : {};
  } catch (error) {
    return { fails: (error as Error).message };
  } finally {
    await stop();
  }
}

/** What a server makes of an id that no number holds, and of a NewPlant without a name. */
async function checkServer(start: () => Promise<ServerProcess & { readonly port: number }>): Promise<Row> {
  try {
    const { port, stop } = await start();
    try {
      const url = `http://127.0.0.1:${port}`;
      const headers = { authorization: "Bearer any-token", "content-type": "application/json" };
      const post = async (body: string) => {
        const response = await fetch(`${url}/plants`, { method: "POST", headers, body });
        return `${response.status} ${(await response.text()).replace(/\s+/g, " ").slice(0, 200)}`;
      };
      const kept = async (path: string) => (await fetch(url + path)).text().catch(() => "");
      const exact = await post('{"id":9007199254740993,"name":"Fern"}');
      const invalid = await post('{"id":1}');
      const plants = (await kept("/__mock/plants")) + (await kept("/plants"));
      return { exact, keepsExactId: plants.includes("9007199254740993"), invalid };
    } finally {
      await stop();
    }
  } catch (error) {
    return { fails: (error as Error).message };
  }
}
