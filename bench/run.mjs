/** Writes bench/results.json. With `--short`, measures less, writes nothing and fails if a figure is far beyond its limit. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { createClients } from "./clients.mjs";
import { compare } from "./compare.mjs";
import { findExcess } from "./figures.mjs";
import { compareMockFetch, measureGrowth } from "./mocks.mjs";
import { compareServers, startServer } from "./servers.mjs";

const PLANT = { name: "Monstera deliciosa", tag: "tropical" };
const isShort = process.argv.includes("--short");
const effort = isShort ? { rounds: 5, timeMs: 50 } : { rounds: 31 };
const figures = {};

function add(section, values) {
  for (const [name, value] of Object.entries(values)) {
    const figure = `${section} ${name}`.trim();
    figures[figure] = Number(value.toPrecision(3));
    console.log(figure, figures[figure]);
  }
}

async function compareClients(baseUrl, fetch, calls) {
  const tasks = Object.entries(await createClients(baseUrl, fetch)).map(([name, createPlant]) => {
    return [name, () => createPlant({ id: 1042, ...PLANT })];
  });
  return compare(Object.fromEntries(isShort ? tasks.slice(0, 3) : tasks), { ...effort, calls });
}

function measureSize() {
  const sizeLimit = fileURLToPath(new URL("../node_modules/size-limit/bin.js", import.meta.url));
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const [all, client] = JSON.parse(spawnSync(process.execPath, [sizeLimit, "--json"], { cwd }).stdout);
  return { client: client.size, all: all.size };
}

console.log(`Node ${process.versions.node}. Load of the machine before the run: ${loadavg()[0].toFixed(2)}.`);
// First, while the heap is small.
add("growth", await measureGrowth(effort, isShort ? 100_000 : 1_000_000));
const headers = { "content-type": "application/json" };
add("stub", await compareClients("https://plants.example.com", async () => Response.json(PLANT, { headers }), 50));
add("loopback", await compareClients((await startServer("node:http")).url, fetch));
add("mock.fetch", { "": await compareMockFetch(effort) });
add("size", measureSize());
add("server", await compareServers(isShort ? { rounds: 3, seconds: 1 } : { rounds: 9, seconds: 3 }));

const run = { node: process.versions.node, machine: `${cpus().length} × ${cpus()[0].model}`, figures };
const excess = findExcess(run, isShort ? 3 : 1);
console.log(excess.length === 0 ? "Every figure is within its limit." : excess.join("\n"));
if (isShort) {
  process.exitCode = excess.length === 0 ? 0 : 1;
} else {
  const file = new URL("results.json", import.meta.url);
  const results = { ...JSON.parse(readFileSync(file, "utf8")), [`node${run.node.split(".")[0]}`]: run };
  const sorted = Object.fromEntries(Object.entries(results).sort());
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}
process.exit();
