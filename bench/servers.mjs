import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { median } from "./compare.mjs";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const mock = (port) => [path("../dist/plant-store.js"), "mock", "--port", port];

/** Arguments of Node for a server on a port. */
const SERVERS = {
  "node:http": (port) => [path("node-http.mjs"), port],
  log: mock,
  silent: (port) => [...mock(port), "--log", "silent"],
};

/** A module with which a server tells the processor time that it has used, when it gets a message. */
const TELL_USAGE = `data:text/javascript,process.on("message", () => process.send(process.cpuUsage()))`;

const REQUEST = {
  method: "POST",
  headers: { authorization: "Bearer an-access-token", "content-type": "application/json" },
  body: '{"id":9007199254740991,"name":"Monstera deliciosa","tag":"tropical"}',
};

/** Starts a server, whose log goes to the null device. It ends with this process. */
export async function startServer(name) {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  await once(probe.close(), "close");
  const args = ["--import", TELL_USAGE, ...SERVERS[name](String(port))];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  process.once("exit", () => child.kill());
  const url = `http://127.0.0.1:${port}`;
  while ((await fetch(url).catch(() => undefined)) === undefined) {
    if (child.exitCode !== null) {
      throw new Error(`${name} exited with code ${child.exitCode}.`);
    }
    await wait(20);
  }
  return { child, url };
}

async function readUsage(child) {
  child.send("usage");
  const [{ user, system }] = await once(child, "message");
  return user + system;
}

async function load({ child, url }, options) {
  const before = await readUsage(child);
  const result = await autocannon({ url: `${url}/plants`, ...REQUEST, connections: 10, ...options });
  const responses = result["2xx"];
  return {
    failures: result.errors + result.timeouts + result.non2xx,
    microseconds: ((await readUsage(child)) - before) / responses,
  };
}

/**
 * The processor time of our server for a request relative to that of `node:http`, with and without a log, and our failures
 * with a thousand connections.
 */
export async function compareServers({ rounds, seconds }) {
  const names = Object.keys(SERVERS);
  const servers = await Promise.all(names.map(startServer));
  const ratios = { log: [], silent: [] };
  for (let round = -1; round < rounds; round++) {
    const loads = {};
    for (const [index, name] of names.entries()) {
      loads[name] = await load(servers[index], { duration: seconds });
    }
    if (round >= 0) {
      ratios.log.push(loads.log.microseconds / loads["node:http"].microseconds);
      ratios.silent.push(loads.silent.microseconds / loads["node:http"].microseconds);
    }
  }
  const { failures } = await load(servers[names.indexOf("log")], { connections: 1_000, duration: 2 * seconds });
  return { log: median(ratios.log), silent: median(ratios.silent), failures };
}
