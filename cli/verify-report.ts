import { styleText } from "node:util";
import {
  type Clause,
  type ConformanceCause,
  type ConformanceReport,
  type ConformanceRow,
  type CreatedPlant,
  REQUIREMENTS,
  type Verdict,
} from "../conformance/report.ts";

interface ReportOptions {
  readonly onlyViolations: boolean;
  readonly hasColor: boolean;
  readonly width: number;
}

const STYLES = { conforms: "green", violates: "red", "not stated": "yellow" } as const;

const MAX_IDS = 5;

export function formatReport(report: ConformanceReport, { onlyViolations, hasColor, width }: ReportOptions): string {
  const paint: Paint = (style, text) => (hasColor ? styleText(style, text, { validateStream: false }) : text);
  const sections = [
    formatOverview(report, paint, width),
    ...report.causes.map((cause, index) => formatCause(cause, index + 1, paint, width)),
    ...(onlyViolations ? [] : formatTable(report, paint, width)),
    formatSummary(report, paint, width),
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

function formatOverview({ causes, counts, baseUrl }: ConformanceReport, paint: Paint, width: number): string[] {
  const title = `${counts.violates === 0 ? "No violations" : `${count(counts.violates, "violation")}, ${count(causes.length, "cause")}`}: ${baseUrl}`;
  return [
    ...wrap(title, width).map((line) => paint(["bold", counts.violates === 0 ? "green" : "red"], line)),
    ...causes.flatMap(({ reason, clause, cases }, index) =>
      indent(`${index + 1}. `, wrap(`${capitalize(reason)}. ${count(cases.length, "case")}, ${clause}`, width - 3)),
    ),
  ];
}

function formatCause(
  { reason, clause, requirement, cases, example, curl }: ConformanceCause,
  number: number,
  paint: Paint,
  width: number,
): string[] {
  const part = (name: string, text: string) =>
    indent(`   ${name.padEnd(10)}`, wrap(text, width - 13)).map((line, index) =>
      index === 0 ? line.replace(name, paint("bold", name)) : line,
    );
  return [
    ...indent(`${number}. `, wrap(capitalize(reason), width - 3)).map((line) => paint("red", line)),
    ...part(clause, requirement),
    ...part(cases.length === 1 ? "Case" : "Cases", cases.join("; ")),
    ...part("Request", example.sent),
    ...part("Expected", example.expected),
    ...part("Response", example.received),
    // On one line of any length, to be copied.
    `   ${paint("bold", "Repeat")}    ${curl}`,
  ];
}

function formatTable({ rows, causes }: ConformanceReport, paint: Paint, width: number): string[][] {
  const longest = Math.max(...rows.map(({ title }) => title.length));
  const titleWidth = Math.min(longest, Math.max(20, Math.round((width - 24) * 0.55)));
  const formatRow = (verdict: Verdict, title: string, status: string, reason: string): string[] => {
    const titles = wrap(title, titleWidth);
    const reasons = wrap(reason, width - 24 - titleWidth);
    return Array.from({ length: Math.max(titles.length, reasons.length) }, (_, line) => {
      const cells = line === 0 ? [verdict.padEnd(10), status.padEnd(3)] : [" ".repeat(10), "   "];
      const text = `     ${cells[0]}  ${(titles[line] ?? "").padEnd(titleWidth)}  ${cells[1]}  ${reasons[line] ?? ""}`;
      return text.trimEnd().replace(verdict, paint(STYLES[verdict], verdict));
    });
  };
  const formatOne = ({ verdict, title, status, reason }: ConformanceRow) =>
    formatRow(verdict, title, String(status ?? "-"), reason ?? "");
  return (Object.keys(REQUIREMENTS) as Clause[])
    .map((clause) => ({ clause, own: rows.filter((row) => row.clause === clause) }))
    .filter(({ own }) => own.length > 0)
    .map(({ clause, own }) => [
      ...indent(clause.padEnd(5), wrap(REQUIREMENTS[clause], width - 5)).map((line) => paint("bold", line)),
      ...causes.flatMap((cause, index) =>
        cause.clause === clause
          ? formatRow("violates", `${count(cause.cases.length, "case")}, see ${index + 1}`, "", "")
          : [],
      ),
      ...own.filter(({ verdict }) => verdict !== "violates").flatMap(formatOne),
    ]);
}

function formatSummary(report: ConformanceReport, paint: Paint, width: number): string[] {
  const { rows, counts, created, tag, stopped, requests, conforms } = report;
  // A 400 violates I11 only if even the smallest plant is rejected. Services may do so for a wrong token.
  const isRejected = rows.some((row) => row.verdict === "violates" && row.clause === "I11" && row.status === 400);
  const paragraphs = [
    isRejected ? "The smallest valid plant was rejected with 400. Check the token." : "",
    stopped === null ? "" : `The run ended before the last case: ${stopped}.`,
    formatCreated(created, tag),
  ].filter((text) => text !== "");
  const totals = `${counts.conforms} conform, ${counts.violates} violate, ${counts["not stated"]} not stated. ${count(requests, "request")}.`;
  return [
    ...paragraphs.flatMap((text) => wrap(text, width)),
    paint(conforms ? "green" : "red", `${conforms ? "Conforms" : "Does not conform"}: ${totals}`),
  ];
}

function formatCreated(created: readonly CreatedPlant[], tag: string): string {
  if (created.length === 0) {
    return "No plants were created.";
  }
  const uncertain = created.filter(({ certain }) => !certain).length;
  const doubt = uncertain === 0 ? "" : ` For ${uncertain} of them, no complete response confirmed it.`;
  const ids = created.length > MAX_IDS ? "--json lists their ids." : formatIds(created);
  return `${count(created.length, "plant")} created, with "${tag}" in the tag or the name.${doubt} ${ids}`;
}

export function formatIds(created: readonly CreatedPlant[]): string {
  return created.length === 0 ? "" : `Ids: ${created.map(({ id }) => id ?? "none").join(", ")}.`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const indent = (prefix: string, lines: readonly string[]): string[] =>
  lines.map((line, index) => `${index === 0 ? prefix : " ".repeat(prefix.length)}${line}`);

const WIDE = /\p{Emoji_Presentation}|[\p{scx=Han}\p{scx=Hangul}\p{scx=Hira}\p{scx=Kana}\uff01-\uff60]/gu;

const columns = (text: string): number => [...text.replace(WIDE, "xx")].length;

export function wrap(text: string, width: number): string[] {
  const room = Math.max(width, 20);
  const lines: string[] = [];
  let line = "";
  const add = (piece: string, separator: string) => {
    const longer = line === "" ? piece : line + separator + piece;
    if (columns(longer) <= room || line === "") {
      line = longer;
    } else {
      lines.push(line);
      line = piece;
    }
  };
  for (const word of text.split(/\s+/)) {
    if (columns(word) <= room) {
      add(word, " ");
      continue;
    }
    for (const [index, part] of (word.match(/[^,;&/]*[,;&/]+|[^,;&/]+/g) ?? []).entries()) {
      const pieces = columns(part) <= room ? [part] : [...part];
      for (const [position, piece] of pieces.entries()) {
        add(piece, index + position === 0 ? " " : "");
      }
    }
  }
  return [...lines, line];
}
