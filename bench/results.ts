import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import type { Runtime } from "./processes.ts";

export type Row = Readonly<Record<string, number | string | boolean>>;
export type Rows = Readonly<Record<string, Row>>;

export interface Benchmark {
  readonly name: string;
  readonly isForOneNode?: true;
  measure(runtime: Runtime, isShort: boolean): Promise<Rows>;
}

export interface Section {
  readonly run: { readonly date: string; readonly machine: string; readonly nodes: Readonly<Record<string, string>> };
  readonly [node: `node${number}`]: Rows;
}

export interface Results {
  readonly sections: Readonly<Record<string, Section>>;
}

const file = new URL("results.json", import.meta.url);

export const readResults = () => JSON.parse(readFileSync(file, "utf8")) as Results;

export const writeResults = (results: Results) => writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);

export function describeRun(runtimes: readonly Runtime[]): Section["run"] {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${memory}, ${process.platform} ${process.arch}`,
    nodes: Object.fromEntries(runtimes.map(({ name, version }) => [name, version])),
  };
}

export function figureAt({ sections }: Results, path: string): number | undefined {
  const [section = "", node = "", row = "", name = ""] = path.split(".");
  const value = sections[section]?.[node as `node${number}`]?.[row]?.[name];
  return typeof value === "number" ? value : undefined;
}
