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

/** Sets a text in bold or in a color. */
type Paint = (style: keyof typeof STYLES, text: string) => string;

/** The codes of the styles. `styleText` of `node:util` needs Node 20.12. */
const STYLES = { bold: 1, red: 31, green: 32, yellow: 33 };

const COLORS = { conforms: "green", violates: "red", "not stated": "yellow" } as const;

const MAX_IDS = 5;

export function formatReport(report: ConformanceReport, { isQuiet, isStrict, hasColor }: ReportOptions): string {
  const paint: Paint = (style, text) => (hasColor ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text);
  const sections = [
    formatOverview(report, isStrict, paint),
    ...report.causes.map((cause, index) => formatCause(cause, index + 1, paint)),
    ...formatAccepted(report, isStrict, paint),
    ...(isQuiet ? [] : formatTable(report, paint)),
    formatSummary(report, isStrict, paint),
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function formatOverview(report: ConformanceReport, isStrict: boolean, paint: Paint): string[] {
  const { causes, counts, baseUrl } = report;
  const found =
    counts.violates > 0 ? `${count(counts.violates, "violation")}, ${count(causes.length, "cause")}` : "No violations";
  return [
    paint("bold", paint(conclude(report, isStrict).color, `${found}: ${baseUrl}`)),
    ...causes.map(
      ({ reason, clause, cases }, index) =>
        `${index + 1}. ${capitalize(reason)}. ${count(cases.length, "case")}, ${clause}`,
    ),
  ];
}

function formatCause(
  { reason, clause, requirement, cases, example, curl }: ConformanceCause,
  number: number,
  paint: Paint,
): string[] {
  const parts = [
    [clause, requirement],
    [cases.length === 1 ? "Case" : "Cases", cases.join("; ")],
    ["Request", example.sent],
    ["Expected", example.expected],
    ["Response", example.received],
    ...(curl === null ? [] : [["Repeat", curl]]),
  ];
  return [
    paint("red", `${number}. ${capitalize(reason)}`),
    ...parts.map(([name = "", text]) => `   ${paint("bold", name)}${" ".repeat(10 - name.length)}${text}`),
  ];
}

function formatAccepted({ accepted }: ConformanceReport, isStrict: boolean, paint: Paint): string[][] {
  const number = count(accepted.length, "invalid request");
  const meaning = isStrict
    ? "--strict requires that they fail."
    : "Not a violation, because the contract doesn't state which requests fail.";
  const title = `Accepted: ${number}. ${meaning}`;
  return accepted.length === 0 ? [] : [[paint("yellow", title), ...accepted.map((name) => `   ${name}`)]];
}

/** The rows of each clause, also of those that no response reached. */
export const groupByClause = (rows: readonly ConformanceRow[]) =>
  (Object.keys(REQUIREMENTS) as Clause[]).map((clause) => ({
    clause,
    requirement: REQUIREMENTS[clause],
    rows: rows.filter((row) => row.clause === clause),
  }));

export const NOT_REACHED = "no response shows whether the service conforms";

function formatTable({ rows, causes }: ConformanceReport, paint: Paint): string[][] {
  const formatRow = ({ verdict, title, status, reason }: ConformanceRow): string => {
    const cells = [paint(COLORS[verdict], verdict.padEnd(10)), String(status ?? "-").padEnd(3), title];
    return `     ${cells.join("  ")}${reason === null ? "" : `: ${reason}`}`;
  };
  return groupByClause(rows).map(({ clause, requirement, rows }) => [
    paint("bold", `${clause.padEnd(5)}${requirement}`),
    ...causes.flatMap(({ clause: violated, cases }, index) =>
      violated === clause ? `     ${paint("red", "violates")}    ${count(cases.length, "case")}, see ${index + 1}` : [],
    ),
    ...rows.filter(({ verdict }) => verdict !== "violates").map(formatRow),
    ...(rows.length === 0 ? [`     ${NOT_REACHED}`] : []),
  ]);
}

/** What a report means for whoever asked: the start of the last line, and the exit code. */
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

function formatSummary(report: ConformanceReport, isStrict: boolean, paint: Paint): string[] {
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
  const ids = created.length > MAX_IDS ? "--json lists their ids." : formatIds(created);
  return `${countCreated(created)} Their tag or name contains "${runId}". ${ids}`;
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
