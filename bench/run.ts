/**
 * Measures what is built in dist/ against others, and writes down what was found.
 *
 *   npm run bench                                everything, in about 25 minutes
 *   npm run bench -- --only client-stub,growth   these sections alone; the others keep their figures
 *   npm run bench:short                          a few ratios, against what is written down; it writes nothing
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { writeDocuments } from "./documents.ts";
import { isHeld, lastingRegressions } from "./gross-regressions.ts";
import { generateHeyApi, installBesideMsw3, installPackage, installPeers } from "./prepare.ts";
import { describeRun, type Results, readResults, writeResults } from "./results.ts";
import { installedRuntimes, type Runtime, thisRuntime } from "./runtimes.ts";
import type { SectionOf } from "./sections/section.ts";
import { SECTIONS } from "./sections.ts";
import type { Row } from "./statistics.ts";
import { targetsOf } from "./targets.ts";

const { values } = parseArgs({ options: { only: { type: "string" }, short: { type: "boolean" } } });

const asked = values.only?.split(",");
const unknown = asked?.filter((name) => SECTIONS.every((section) => section.name !== name)) ?? [];
if (unknown.length > 0) {
  throw new Error(`No such section: ${unknown.join(", ")}. There are: ${SECTIONS.map(({ name }) => name).join(", ")}.`);
}
if (!existsSync(new URL("../dist/index.js", import.meta.url))) {
  throw new Error("Build the package first: npm run build");
}
const sections = SECTIONS.filter(({ name }) => asked?.includes(name) ?? true);
const start = performance.now();
await (values.short ? compareShortly() : measureAll());
console.log(`\nIt took ${((performance.now() - start) / 1_000).toFixed(0)} seconds.`);

async function measureAll(): Promise<void> {
  installPeers();
  const runtimes = installedRuntimes();
  generateHeyApi(runtimes.at(-1) ?? thisRuntime());
  installPackage();
  installBesideMsw3();
  for (const section of sections) {
    // The tool that measures a size runs on the project's Node, and the size is the same on all.
    const measured = await measure(section, section.name === "client-size" ? runtimes.slice(0, 1) : runtimes);
    // Read again: another run may have written other sections.
    writeResults({ sections: { ...readResults().sections, ...measured.sections } });
  }
  const results = readResults();
  writeDocuments(results);
  console.log("\nTargets");
  for (const { title, limit, value, isMet } of targetsOf(results)) {
    const shown = value === undefined ? "not measured" : Number(value.toPrecision(3)).toLocaleString("en");
    console.log(`${isMet ? "met    " : "NOT MET"}  ${title}: ${shown}, ${limit}`);
  }
}

async function compareShortly(): Promise<void> {
  installPackage();
  const recorded = readResults();
  const runtime = thisRuntime();
  for (const section of sections.filter(({ name }) => isHeld(name))) {
    for (const { path, reason } of await lastingRegressions(recorded, () => measure(section, [runtime], true))) {
      console.error(`A gross regression: ${path}. ${reason}`);
      process.exitCode = 1;
    }
  }
}

async function measure(section: SectionOf, runtimes: readonly Runtime[], isShort = false): Promise<Results> {
  const tables: Record<string, Readonly<Record<string, Row>>> = {};
  for (const runtime of runtimes) {
    const startMs = performance.now();
    const rows = await section.measure(runtime, isShort);
    tables[runtime.name] = rows;
    const seconds = ((performance.now() - startMs) / 1_000).toFixed(0);
    console.log(`\n${section.name} on Node ${runtime.version}, in ${seconds} seconds`);
    print(rows);
  }
  return { sections: { [section.name]: { run: describeRun(new Date(), runtimes), ...tables } } };
}

/** The numbers of a section, and what could not be measured. */
function print(rows: Readonly<Record<string, Row>>): void {
  for (const [id, { fails, ...row }] of Object.entries(rows)) {
    const numbers = Object.entries(row).filter(([, value]) => typeof value === "number");
    const text = numbers.map(([name, value]) => `${name} ${value}`).join(", ");
    console.log(`  ${id.padEnd(20)} ${fails === undefined ? text : `fails: ${fails}`}`);
  }
}
