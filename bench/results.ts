import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import type { Runtime } from "./runtimes.ts";
import type { Row } from "./statistics.ts";

/** A section's figures, by Node, and by what was measured. */
export interface Section {
  readonly run: Run;
  readonly [node: `node${number}`]: Readonly<Record<string, Row>>;
}

export interface Results {
  readonly sections: Readonly<Record<string, Section>>;
}

/** What a section ran on, and when. */
export interface Run {
  readonly date: string;
  /** The Nodes' versions, by name: "node20". */
  readonly nodes: Readonly<Record<string, string>>;
  readonly cpu: string;
  readonly cpus: number;
  readonly memoryGb: number;
  readonly os: string;
}

const file = new URL("results.json", import.meta.url);

export function readResults(): Results {
  return JSON.parse(readFileSync(file, "utf8")) as Results;
}

export function writeResults(results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

export function describeRun(date: Date, runtimes: readonly Runtime[]): Run {
  const all = cpus();
  return {
    date: date.toISOString().slice(0, 10),
    nodes: Object.fromEntries(runtimes.map(({ name, version }) => [name, version])),
    cpu: all[0]?.model.trim() ?? "unknown",
    cpus: all.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    os: `${process.platform} ${process.arch}`,
  };
}

/** A figure by its path, such as "client-stub.node24.plant-store-sdk.ratio". */
export function figureAt(results: Results, path: string): number | undefined {
  const [section = "", node = "", row = "", name = ""] = path.split(".");
  const value = results.sections[section]?.[node as `node${number}`]?.[row]?.[name];
  return typeof value === "number" ? value : undefined;
}
