import { stripVTControlCharacters } from "node:util";
import { type Clause, REQUIREMENTS } from "../conformance/clauses.ts";
import type { ConformanceCause, ConformanceReport, ConformanceRow, CreatedPlant } from "../conformance/report.ts";
import { COULD_NOT_RUN, DONE, FAILED } from "./command.ts";

interface ReportOptions {
  /** Whether the cases are left out. */
  readonly isQuiet: boolean;
  /** Whether the service may accept nothing that is invalid. */
  readonly isStrict: boolean;
  readonly hasColor: boolean;
}

/** The codes of the styles. `styleText` of `node:util` needs Node 20.12. */
const STYLES = { bold: 1, red: 31, green: 32, yellow: 33 };

const paint = (style: keyof typeof STYLES, text: string): string => `\u001b[${STYLES[style]}m${text}\u001b[0m`;

const COLORS = { conforms: "green", violates: "red", "not stated": "yellow" } as const;

export function formatReport(report: ConformanceReport, { isQuiet, isStrict, hasColor }: ReportOptions): string {
  const sections = [
    [formatTitle(report)],
    ...report.causes.map(formatCause),
    ...formatAccepted(report, isStrict),
    ...(isQuiet ? [] : formatTable(report)),
    formatSummary(report, isStrict),
  ];
  const text = `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
  return hasColor ? text : stripVTControlCharacters(text);
}

function formatTitle({ causes, counts, baseUrl }: ConformanceReport): string {
  const found =
    counts.violates > 0 ? `${count(counts.violates, "violation")}, ${count(causes.length, "cause")}` : "No violations";
  return paint("bold", `${found}: ${baseUrl}`);
}

function formatCause({ reason, cases, example, curl }: ConformanceCause, index: number): string[] {
  const lines = [
    formatPart(cases.length === 1 ? "Case" : "Cases", cases.join("; ")),
    ...describeExample(example),
    ...(curl === null ? [] : [formatPart("Repeat", curl)]),
  ];
  return [paint("red", `${index + 1}. ${capitalize(reason)}`), ...lines.map((line) => `   ${line}`)];
}

/** What a response violates, and the request that got it. */
const describeExample = ({ clause, sent, expected, received }: ConformanceRow): string[] => [
  formatPart(clause, REQUIREMENTS[clause]),
  formatPart("Request", sent),
  formatPart("Expected", expected),
  formatPart("Response", received),
];

const formatPart = (name: string, text: string): string => `${name.padEnd(10)}${text}`;

function formatAccepted({ accepted }: ConformanceReport, isStrict: boolean): string[][] {
  const number = count(accepted.length, "invalid request");
  const meaning = isStrict
    ? "--strict requires that they fail."
    : "Not a violation, because the contract doesn't state which requests fail.";
  const title = `Accepted: ${number}. ${meaning}`;
  return accepted.length === 0 ? [] : [[paint("yellow", title), ...accepted.map((name) => `   ${name}`)]];
}

function formatTable({ rows, causes }: ConformanceReport): string[][] {
  const formatRow = ({ verdict, title, status, reason }: ConformanceRow): string => {
    const cells = [paint(COLORS[verdict], verdict.padEnd(10)), String(status ?? "-").padEnd(3), title];
    return `     ${cells.join("  ")}${reason === null ? "" : `: ${reason}`}`;
  };
  return (Object.entries(REQUIREMENTS) as [Clause, string][]).map(([clause, requirement]) => {
    const ofClause = rows.filter((row) => row.clause === clause);
    return [
      paint("bold", `${clause.padEnd(5)}${requirement}`),
      ...causes.flatMap(({ clause: violated, cases }, index) =>
        violated === clause ? `     ${paint("red", "violates")}    ${count(cases.length, "case")}, see ${index + 1}` : [],
      ),
      ...ofClause.filter(({ verdict }) => verdict !== "violates").map(formatRow),
      ...(ofClause.length === 0 ? ["     no response shows whether the service conforms"] : []),
    ];
  });
}

/** Returns the start of the last line, and the exit code. */
export function conclude({ counts, accepted, stopped }: ConformanceReport, isStrict: boolean) {
  if (counts.violates > 0) {
    return { words: "Does not conform", color: "red", exitCode: FAILED } as const;
  }
  if (isStrict && accepted.length > 0) {
    return { words: "Accepts invalid requests", color: "red", exitCode: FAILED } as const;
  }
  // Without a violation, only a rate limit ends a run.
  return stopped === null
    ? ({ words: "Conforms", color: "green", exitCode: DONE } as const)
    : ({ words: "Could not be checked completely", color: "yellow", exitCode: COULD_NOT_RUN } as const);
}

function formatSummary(report: ConformanceReport, isStrict: boolean): string[] {
  const { counts, created, runId, stopped, requests } = report;
  const { words, color } = conclude(report, isStrict);
  const totals = `${counts.conforms} conform, ${counts.violates} violate, ${counts["not stated"]} not stated. ${count(requests, "request")}.`;
  return [
    ...(stopped === null ? [] : [`The run ended before the last case: ${stopped}.`]),
    formatCreated(created, runId),
    paint(color, `${words}: ${totals}`),
  ];
}

function formatCreated(created: readonly CreatedPlant[], runId: string): string {
  if (created.length === 0) {
    return "No plants were created.";
  }
  return `${countCreated(created)} Their tag or name contains "${runId}". ${formatIds(created)}`;
}

/** Counts the plants whose creation the service confirmed apart from those that it didn't. */
export function countCreated(created: readonly CreatedPlant[]): string {
  const confirmed = created.filter(({ certain }) => certain).length;
  const others = created.length - confirmed;
  const sentences = [
    ...(confirmed > 0 || others === 0 ? [`${count(confirmed, "plant")} created.`] : []),
    ...(others > 0 ? [`${count(others, confirmed > 0 ? "more plant" : "plant")} may have been created.`] : []),
  ];
  return sentences.join(" ");
}

export function formatIds(created: readonly CreatedPlant[]): string {
  return created.length === 0 ? "" : `Ids: ${created.map(({ id }) => id ?? "none").join(", ")}.`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
