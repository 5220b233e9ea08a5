import { markdownTable } from "../scripts/snippets.ts";
import { PEERS } from "./peers.ts";
import { figureAt, type Results, type Row } from "./results.ts";
import { listTargets } from "./targets.ts";

/** `<!-- bench:client-stub.node24.plant-store-sdk.ratio -->1.17<!-- / -->` */
const FIGURE = /(<!-- bench:([\w.-]+) -->)(.*?)(<!-- \/ -->)/g;
/** `<!-- bench-table:client-stub client | a call = us | quartiles = usLow usHigh -->`, with `@node24` for one Node */
const TABLE = /(<!-- bench-table:([\w-]+)(?:@(node\d+))? *(.*?) -->\n)[\s\S]*?(<!-- \/bench-table -->)/g;

export function withFigures(page: string, results: Results): string {
  return page
    .replace(FIGURE, (_, start: string, path: string, _figure, end: string) => {
      const value = figureAt(results, path);
      if (value === undefined) {
        throw new Error(`bench/results.json has no ${path}.`);
      }
      return start + format(path.slice(path.lastIndexOf(".") + 1), value) + end;
    })
    .replace(TABLE, (_, start: string, name: string, node: string | undefined, columns: string, end: string) => {
      const write = name === "targets" ? targetTable : name === "machine" ? machineTable : undefined;
      const lines = write?.(results) ?? sectionTable(name, node ? [node] : ["node20", "node24"], columns, results);
      return `${start}${lines.join("\n")}\n${end}`;
    });
}

function sectionTable(name: string, nodes: readonly string[], columns: string, { sections }: Results) {
  const section = sections[name];
  if (section === undefined) {
    throw new Error(`bench/results.json has no section ${name}.`);
  }
  const [heading, ...others] = columns.split(" | ");
  const figures = others.map((column) => column.split(" = ") as [heading: string, figures: string]);
  const lines = nodes.flatMap((node) => {
    const rows = Object.entries(section[node as "node20"] ?? {}).map(([id, row]) => [
      (PEERS.find((peer) => peer.id === id)?.label ?? id) + (row.version ? ` ${row.version}` : ""),
      ...figures.map(([, names], index) => cell(row, names, index)),
    ]);
    return ["", ...markdown([`${heading}, Node ${section.run.nodes[node]}`, ...figures.map(([title]) => title)], rows)];
  });
  return lines.slice(1);
}

function cell(row: Row, names: string, index: number): string {
  if (row.fails !== undefined) {
    return index === 0 ? String(row.fails) : "–";
  }
  const present = names.split(" ").filter((name) => row[name] !== undefined);
  return present.map((name) => format(name, row[name])).join(" to ") || "–";
}

function targetTable(results: Results) {
  const rows = listTargets(results).map(({ title, limit, value, isMet }) => {
    const measured = Number.isNaN(value) ? "not measured" : Number(value.toPrecision(3)).toLocaleString("en");
    return [title, measured, limit, isMet ? "met" : "**not met**"];
  });
  return markdown(["target", "measured", "limit", ""], rows);
}

function machineTable({ sections }: Results) {
  const nodes = (name: string) => Object.values(sections[name]?.run.nodes ?? {}).join(", ");
  const rows = Object.entries(sections).map(([name, { run }]) => [name, run.date, run.machine, nodes(name)]);
  return markdown(["section", "date", "machine", "Node"], rows);
}

const markdown: typeof markdownTable = (headings, rows) =>
  markdownTable(headings, rows).map((line) => line.replaceAll("<", "&lt;"));

export function format(name: string, value: Row[string] | undefined): string {
  if (typeof value !== "number") {
    return value === true ? "yes" : value === false ? "no" : String(value);
  }
  const short = value < 100 ? String(Number(value.toPrecision(2))) : grouped(value);
  if (/ratio/i.test(name)) {
    return value < 10 ? value.toFixed(2) : value.toFixed(0);
  }
  if (name === "perSecond") {
    return grouped(Number(value.toPrecision(value < 10_000 ? 2 : 3)));
  }
  if (name === "bytes") {
    return `${(value / 1_000).toFixed(1)} kB`;
  }
  const unit = /us(low|high)?$/i.test(name) ? " µs" : name.endsWith("Ms") ? " ms" : "";
  return unit ? short + unit : grouped(value) + (name.endsWith("Mb") ? " MB" : "");
}

const grouped = (value: number): string => Math.round(value).toLocaleString("en");
