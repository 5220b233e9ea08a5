import { stripVTControlCharacters } from "node:util";
import { type Clause, REQUIREMENTS } from "../conformance/clauses.ts";
import type { ConformanceCause, ConformanceReport, ConformanceRow, CreatedPlants } from "../conformance/report.ts";
import { COULD_NOT_RUN, DONE, FAILED } from "./command.ts";

/** The flags of the command that change the report. */
interface ReportFlags {
  /** Leaves out the list of all cases. */
  readonly quiet?: boolean | undefined;
  /** Whether the service may accept nothing that is invalid. */
  readonly strict?: boolean | undefined;
}

/** A cause with more cases names only the first. */
const MAX_NAMED_CASES = 5;

/** The codes of the styles. `styleText` of `node:util` needs Node 20.12. */
const STYLES = { bold: 1, red: 31, green: 32, yellow: 33 };

const paint = (style: keyof typeof STYLES, text: string): string => `\u001b[${STYLES[style]}m${text}\u001b[0m`;

const COLORS = { conforms: "green", violates: "red", "not stated": "yellow" } as const;

export function formatReport(report: ConformanceReport, flags: ReportFlags, hasColor: boolean): string {
  const sections = [
    [formatTitle(report)],
    ...report.causes.map(formatCause),
    ...formatAccepted(report, flags),
    ...(flags.quiet ? [] : formatTable(report)),
    formatSummary(report, flags),
  ];
  const text = `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
  return hasColor ? text : stripVTControlCharacters(text);
}

function formatTitle({ causes, counts, stopped, baseUrl }: ConformanceReport): string {
  const none = stopped === null ? "No violations" : "No violations so far";
  const found = counts.violates > 0 ? `${count(counts.violates, "violation")}, ${count(causes.length, "cause")}` : none;
  return paint("bold", `${found}: ${baseUrl}`);
}

function formatCause({ clauses, reason, cases, example, curl }: ConformanceCause, index: number): string[] {
  const lines = [
    formatPart(cases.length === 1 ? "Case" : "Cases", formatCases(cases)),
    ...clauses.map((clause) => formatPart(clause, REQUIREMENTS[clause])),
    formatPart("Request", example.sent),
    formatPart("Expected", example.expected),
    formatPart("Response", example.received),
    ...(curl === null ? [] : [formatPart("Repeat", curl)]),
  ];
  return [paint("red", `${index + 1}. ${capitalize(reason)}`), ...lines.map((line) => `   ${line}`)];
}

const formatCases = (cases: readonly string[]): string =>
  cases.length > MAX_NAMED_CASES ? `${cases[0]} and ${cases.length - 1} more` : cases.join("; ");

const formatPart = (name: string, text: string): string => `${name.padEnd(10)}${text}`;

function formatAccepted({ accepted }: ConformanceReport, { strict }: ReportFlags): string[][] {
  const number = count(accepted.length, "invalid request");
  const meaning = strict
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
      ...causes.flatMap(({ reason }, index) => {
        const { length } = ofClause.filter((row) => row.reason === reason);
        return length > 0 ? `     ${paint("red", "violates")}    ${count(length, "case")}, see ${index + 1}` : [];
      }),
      ...ofClause.filter(({ verdict }) => verdict !== "violates").map(formatRow),
      ...(ofClause.length === 0 ? ["     no response shows whether the service conforms"] : []),
    ];
  });
}

/** Returns the start of the last line, and the exit code. */
export function conclude({ counts, accepted, stopped }: ConformanceReport, { strict }: ReportFlags) {
  if (counts.violates > 0) {
    return { words: "Does not conform", color: "red", exitCode: FAILED } as const;
  }
  if (strict && accepted.length > 0) {
    return { words: "Accepts invalid requests", color: "red", exitCode: FAILED } as const;
  }
  // Without a violation, only a rate limit ends a run.
  return stopped === null
    ? ({ words: "Conforms", color: "green", exitCode: DONE } as const)
    : ({ words: "Could not be checked completely", color: "yellow", exitCode: COULD_NOT_RUN } as const);
}

function formatSummary(report: ConformanceReport, flags: ReportFlags): string[] {
  const { counts, stopped, requests } = report;
  const { words, color } = conclude(report, flags);
  const totals = `${counts.conforms} conform, ${counts.violates} violate, ${counts["not stated"]} not stated. ${count(requests, "request")}.`;
  return [
    ...(stopped === null ? [] : [`The run ended before the last case: ${stopped}.`]),
    describePlants(report),
    paint(color, `${words}: ${totals}`),
  ];
}

/** Names the plants that the service confirmed, those that may exist too, and the run. */
export function describePlants({
  runId,
  created,
  mayHaveBeenCreated,
}: CreatedPlants & { readonly runId: string }): string {
  const list = (ids: CreatedPlants["created"]) => ids.map((id) => id ?? "no id").join(", ");
  const others = created.length > 0 ? "more plant" : "plant";
  const sentences = [
    ...(created.length > 0 ? [`${count(created.length, "plant")} created: ${list(created)}.`] : []),
    ...(mayHaveBeenCreated.length > 0
      ? [`${count(mayHaveBeenCreated.length, others)} may have been created: ${list(mayHaveBeenCreated)}.`]
      : []),
  ];
  return sentences.length === 0
    ? "No plants were created."
    : `${sentences.join(" ")} Their tag or name contains "${runId}".`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
