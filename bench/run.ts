import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { install } from "../scripts/npm.ts";
import { installedRuntimes, pathTo, type Runtime, readRuntime } from "./processes.ts";
import { type Benchmark, describeRun, type Results, type Rows, readResults, writeResults } from "./results.ts";
import { SECTIONS } from "./sections.ts";
import { hasTargets, regressions } from "./targets.ts";

/** Noise comes and goes, so only what every attempt finds counts. */
const ATTEMPTS = 3;

const { values } = parseArgs({ options: { only: { type: "string" }, short: { type: "boolean" } } });
const only = values.only?.split(",") ?? SECTIONS.map(({ name }) => name);
const sections = SECTIONS.filter(({ name }) => only.includes(name));
if (sections.length < only.length) {
  throw new Error(`Unknown section. Choose from ${SECTIONS.map(({ name }) => name).join(", ")}.`);
}
await (values.short ? compareWithRecord() : measureAll());

async function measureAll(): Promise<void> {
  install(pathTo("."), "--ignore-scripts");
  const runtimes = installedRuntimes();
  generateHeyApi(runtimes.at(-1) ?? readRuntime());
  copyPackage();
  for (const section of sections) {
    const measured = await measure(section, section.isForOneNode ? runtimes.slice(0, 1) : runtimes, false);
    writeResults({ sections: { ...readResults().sections, ...measured.sections } });
  }
  console.log('\nRun "npm run docs" to show the new figures in the documents.');
}

async function compareWithRecord(): Promise<void> {
  copyPackage();
  const runtime = readRuntime();
  for (const section of sections.filter(({ name, isForOneNode }) => hasTargets(name) && !isForOneNode)) {
    let found: readonly string[] = ["not measured"];
    for (let attempt = 0; attempt < ATTEMPTS && found.length > 0; attempt++) {
      found = regressions(readResults(), await measure(section, [runtime], true), runtime.name);
    }
    for (const regression of found) {
      console.error(`More than twice as bad as on record: ${regression}`);
      process.exitCode = 1;
    }
  }
}

async function measure(section: Benchmark, runtimes: readonly Runtime[], isShort: boolean): Promise<Results> {
  const tables: Record<string, Rows> = {};
  for (const runtime of runtimes) {
    const rows = await section.measure(runtime, isShort);
    tables[runtime.name] = rows;
    console.log(`\n${section.name} on Node ${runtime.version}`);
    for (const [id, row] of Object.entries(rows)) {
      const figures = Object.entries(row).filter(([name, value]) => name === "fails" || typeof value === "number");
      console.log(`  ${id.padEnd(20)} ${figures.map((figure) => figure.join(" ")).join(", ")}`);
    }
  }
  return { sections: { [section.name]: { run: describeRun(runtimes), ...tables } } };
}

function copyPackage(): void {
  const folder = pathTo("node_modules/plant-store-sdk");
  rmSync(folder, { recursive: true, force: true });
  for (const path of ["package.json", "dist"]) {
    cpSync(pathTo(`../${path}`), `${folder}/${path}`, { recursive: true });
  }
}

function generateHeyApi({ path: node }: Runtime): void {
  const folder = pathTo("node_modules/.cache/hey-api");
  mkdirSync(folder, { recursive: true });
  const plugins = ["@hey-api/client-fetch", { name: "@hey-api/sdk", validator: "valibot" }, "valibot"];
  const settings = { input: pathTo("../openapi.yaml"), output: `${folder}/generated`, plugins };
  writeFileSync(`${folder}/openapi-ts.config.mjs`, `export default ${JSON.stringify(settings)};`);
  const entry = 'export { createClient } from "./generated/client"; export { createPlant } from "./generated/sdk.gen";';
  writeFileSync(`${folder}/entry.ts`, entry);
  const run = (...args: readonly string[]) => execFileSync(node, args, { stdio: ["ignore", "ignore", "inherit"] });
  const generator = pathTo("node_modules/@hey-api/openapi-ts/bin/run.js");
  run(generator, "-f", `${folder}/openapi-ts.config.mjs`, "--silent", "--no-log-file");
  const bundle = ["--bundle", "--packages=external", "--format=esm", "--log-level=error"];
  run(pathTo("node_modules/esbuild/bin/esbuild"), `${folder}/entry.ts`, ...bundle, `--outfile=${folder}/index.mjs`);
}
