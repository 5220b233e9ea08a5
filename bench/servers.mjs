import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { median } from "./compare.mjs";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const OURS = "plant-store";

/** Arguments of Node for a server on a port. Prism requires Node 24. */
const SERVERS = {
  "node:http": (port) => [path("node-http.mjs"), port],
  [OURS]: (port) => [path("../dist/plant-store.js"), "mock", "--port", port],
  ...(Number.parseInt(process.versions.node, 10) >= 24 && {
    prism: (port) => [
      path("node_modules/@stoplight/prism-cli/dist/index.js"),
      ...["mock", "--host", "127.0.0.1", "--port", port, path("../openapi.yaml")],
    ],
  }),
};

const REQUEST = {
  method: "POST",
  headers: { authorization: "Bearer an-access-token", "content-type": "application/json" },
  body: '{"id":9007199254740991,"name":"Monstera deliciosa","tag":"tropical"}',
};

/** Starts a server, whose log goes to the null device, and returns its URL. It ends with this process. */
export async function startServer(name) {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  await once(probe.close(), "close");
  const child = spawn(process.execPath, SERVERS[name](String(port)), { stdio: "ignore" });
  process.once("exit", () => child.kill());
  const url = `http://127.0.0.1:${port}`;
  while ((await fetch(url).catch(() => undefined)) === undefined) {
    if (child.exitCode !== null) {
      throw new Error(`${name} exited with code ${child.exitCode}.`);
    }
    await wait(20);
  }
  return url;
}

async function load(url, options) {
  const result = await autocannon({ url: `${url}/plants`, ...REQUEST, connections: 10, ...options });
  const failures = result.errors + result.timeouts + result.non2xx;
  return { failures, perSecond: result["2xx"] / result.duration };
}

/** Our server's requests per second, relative to the others', and its failures with a thousand connections. */
export async function compareServers({ rounds, seconds }) {
  const servers = await Promise.all(Object.keys(SERVERS).map(async (name) => [name, await startServer(name)]));
  const ratios = new Map(servers.map(([name]) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    const perSecond = new Map();
    for (const [name, url] of servers) {
      perSecond.set(name, (await load(url, { duration: seconds })).perSecond);
    }
    for (const [name, values] of round < 0 ? [] : ratios) {
      values.push(perSecond.get(OURS) / perSecond.get(name));
    }
  }
  const { failures } = await load(new Map(servers).get(OURS), { connections: 1_000, duration: 2 * seconds });
  ratios.delete(OURS);
  return { ...Object.fromEntries([...ratios].map(([name, values]) => [name, median(values)])), failures };
}
