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
  const isRight = counts.violates === 0;
  const found = isRight ? "No violations" : `${count(counts.violates, "violation")}, ${count(causes.length, "cause")}`;
  return [
    ...wrap(`${found}: ${baseUrl}`, width).map((line) => paint(["bold", isRight ? "green" : "red"], line)),
    ...causes.flatMap(({ reason, clause, cases }, index) =>
      wrapAfter(`${index + 1}. `, `${capitalize(reason)}. ${count(cases.length, "case")}, ${clause}`, width),
    ),
  ];
}

function formatCause(
  { reason, clause, requirement, cases, example, curl }: ConformanceCause,
  number: number,
  paint: Paint,
  width: number,
): string[] {
  const part = (name: string, text: string) => {
    const [first = "", ...others] = wrapAfter(`   ${name.padEnd(10)}`, text, width);
    return [first.replace(name, paint("bold", name)), ...others];
  };
  return [
    ...wrapAfter(`${number}. `, capitalize(reason), width).map((line) => paint("red", line)),
    ...part(clause, requirement),
    ...part(cases.length === 1 ? "Case" : "Cases", cases.join("; ")),
    ...part("Request", example.sent),
    ...part("Expected", example.expected),
    ...part("Response", example.received),
    // On one line of any length, to be copied.
    `   ${paint("bold", "Repeat")}    ${curl}`,
  ];
}

export const groupByClause = (rows: readonly ConformanceRow[]) =>
  (Object.keys(REQUIREMENTS) as Clause[])
    .map((clause) => ({ clause, requirement: REQUIREMENTS[clause], own: rows.filter((row) => row.clause === clause) }))
    .filter(({ own }) => own.length > 0);

function formatTable({ rows, causes }: ConformanceReport, paint: Paint, width: number): string[][] {
  const longest = Math.max(...rows.map(({ title }) => title.length));
  const titleWidth = Math.min(longest, Math.max(20, Math.round((width - 24) * 0.55)));
  const formatRow = (verdict: Verdict, title: string, status = "", reason = ""): string[] => {
    const titles = wrap(title, titleWidth);
    const reasons = wrap(reason, width - 24 - titleWidth);
    return Array.from({ length: Math.max(titles.length, reasons.length) }, (_, line) => {
      const cell = (texts: readonly string[], size: number) => (texts[line] ?? "").padEnd(size);
      const cells = [cell([verdict], 10), cell(titles, titleWidth), cell([status], 3), cell(reasons, 0)];
      return `     ${cells.join("  ")}`.trimEnd().replace(verdict, paint(STYLES[verdict], verdict));
    });
  };
  return groupByClause(rows).map(({ clause, requirement, own }) => [
    ...wrapAfter(clause.padEnd(5), requirement, width).map((line) => paint("bold", line)),
    ...causes.flatMap(({ clause: broken, cases }, index) =>
      broken === clause ? formatRow("violates", `${count(cases.length, "case")}, see ${index + 1}`) : [],
    ),
    ...own.flatMap(({ verdict, title, status, reason }) =>
      verdict === "violates" ? [] : formatRow(verdict, title, String(status ?? "-"), reason ?? ""),
    ),
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

/** Wraps a text after a prefix, and indents its other lines as much. */
const wrapAfter = (prefix: string, text: string, width: number): string[] =>
  wrap(text, width - prefix.length).map((line, index) => (index === 0 ? prefix : " ".repeat(prefix.length)) + line);

const WIDE = /\p{Emoji_Presentation}|[\p{scx=Han}\p{scx=Hangul}\p{scx=Hira}\p{scx=Kana}\uff01-\uff60]/gu;

const columns = (text: string): number => [...text.replace(WIDE, "xx")].length;

/** Breaks a text at white space, and a word that is too wide after punctuation or else anywhere. */
export function wrap(text: string, width: number): string[] {
  const room = Math.max(width, 20);
  const fits = (piece: string) => columns(piece) <= room;
  const pieces = text.split(/\s+/).flatMap((word) => {
    const parts = fits(word) ? [word] : (word.match(/[^,;&/]*[,;&/]+|[^,;&/]+/g) ?? []);
    const [first = "", ...others] = parts.flatMap((part) => (fits(part) ? [part] : [...part]));
    return [` ${first}`, ...others];
  });
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces) {
    if (line !== "" && !fits(line + piece)) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? piece.trimStart() : piece;
  }
  return [...lines, line];
}
