import { type Peer, readSupport, SERVERS } from "./peers.ts";
import { freePort, pathTo, type Runtime, type ServerProcess, startChild, startServer } from "./processes.ts";
import { compare, merge, relate, type Sample } from "./race.ts";
import type { Benchmark, Row } from "./results.ts";

type Send = (port: number, seconds: number, requests?: number) => Promise<Sample>;

export const mockServer: Benchmark = {
  name: "mock-server",
  async measure(runtime, isShort) {
    const load = await startChild(runtime, "./load.mjs", {});
    const send: Send = (port, seconds, requests) => load.ask({ port, seconds, requests });
    const toContender = ({ id }: Peer) => ({
      id,
      support: readSupport(id, runtime),
      async start() {
        const { port, readyMs, stop } = await startPeer(id, runtime);
        const round = async () => ({ ...(await send(port, isShort ? 0.5 : 1.5)), readyMs });
        return { check: () => check(port), round, stop };
      },
    });
    try {
      const contenders = SERVERS.filter((each) => !isShort || each.isShort).map(toContender);
      const effort = { starts: isShort ? 2 : 4, rounds: 2, warmups: 1 };
      const { rows, courses } = await compare(contenders, effort, "perSecond", "bare");
      const more: Record<string, Row> = {};
      for (const [id, course] of Object.entries(courses)) {
        const memory = isShort ? {} : await measureMemory(await startPeer(id, runtime), send);
        more[id] = { ...relate(course, courses.bare, "readyMs", "ready"), ...memory };
      }
      return merge(rows, more);
    } finally {
      await load.stop();
    }
  },
};

async function startPeer(id: string, runtime: Runtime): Promise<ServerProcess> {
  const port = await freePort();
  const flags = ["--port", String(port)];
  const own = pathTo("node_modules/plant-store-sdk/dist/plant-store.js");
  const commands: Readonly<Record<string, readonly string[]>> = {
    bare: ["servers/node.mjs", String(port)],
    "plant-store": [own, "mock", ...flags],
    "plant-store-silent": [own, "mock", "--log", "silent", ...flags],
    "http-middleware": ["servers/http-middleware.mjs", String(port)],
    "json-server": ["node_modules/json-server/lib/cli/bin.js", "--host", "127.0.0.1", ...flags, "servers/plants.cjs"],
    prism: ["node_modules/@stoplight/prism-cli/dist/index.js", "mock", "-h", "127.0.0.1", ...flags, "../openapi.yaml"],
  };
  return startServer(runtime, port, commands[id] ?? []);
}

async function measureMemory({ port, rssMb, stop }: ServerProcess, send: Send): Promise<Row> {
  try {
    const restMb = rssMb();
    const { count } = await send(port, 20, 100_000);
    return { restMb, afterMb: rssMb(), afterRequests: count ?? 0 };
  } finally {
    await stop();
  }
}

async function check(port: number): Promise<Row> {
  const url = `http://127.0.0.1:${port}`;
  const headers = { authorization: "Bearer any-token", "content-type": "application/json" };
  const post = async (body: string) => {
    const response = await fetch(`${url}/plants`, { method: "POST", headers, body });
    return `${response.status} ${(await response.text()).replace(/\s+/g, " ").slice(0, 200)}`;
  };
  const read = async (path: string) => (await fetch(url + path)).text().catch(() => "");
  const exact = await post('{"id":9007199254740993,"name":"Fern"}');
  const invalid = await post('{"id":1}');
  const plants = (await read("/__mock/plants")) + (await read("/plants"));
  return { exact, keepsExactId: plants.includes("9007199254740993"), invalid };
}
