import { stripVTControlCharacters } from "node:util";
import { REQUIREMENTS } from "../conformance/contract.ts";
import type { Verdict } from "../conformance/judge.ts";
import type { ConformanceCause, ConformanceReport, ConformanceRow, CreatedPlants } from "../conformance/report.ts";
import { DONE, FAILED, UNAVAILABLE } from "./command.ts";

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
  const { color, summary } = conclude(report, flags);
  const sections = [
    [formatTitle(report)],
    ...report.causes.map(formatCause),
    ...formatAccepted(report, flags),
    ...(flags.quiet ? [] : [formatCases(report)]),
    [describePlants(report), paint(color, summary)],
  ];
  const text = `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
  return hasColor ? text : stripVTControlCharacters(text);
}

function formatTitle({ causes, rows, stopped, baseUrl }: ConformanceReport): string {
  const none = stopped === null ? "No violations" : "No violations so far";
  const violations = `${count(countRows(rows, "violates"), "violation")}, ${count(causes.length, "cause")}`;
  const found = causes.length > 0 ? violations : none;
  return paint("bold", `${found}: ${baseUrl}`);
}

function formatCause({ clauses, reason, cases, example, curl }: ConformanceCause, index: number): string[] {
  const lines = [
    formatPart(cases.length === 1 ? "Case" : "Cases", nameCases(cases)),
    ...clauses.map((clause) => formatPart(clause, REQUIREMENTS[clause])),
    formatPart("Request", example.sent),
    formatPart("Expected", example.expected),
    formatPart("Response", example.received),
    ...(curl === null ? [] : [formatPart("Repeat", curl)]),
  ];
  return [paint("red", `${index + 1}. ${capitalize(reason)}`), ...lines.map((line) => `   ${line}`)];
}

const nameCases = (cases: readonly string[]): string =>
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

function formatCases({ rows }: ConformanceReport): string[] {
  const formatRow = ({ verdict, title, clauses, status, reason }: ConformanceRow): string => {
    const cells = [
      paint(COLORS[verdict], verdict.padEnd(10)),
      String(status ?? "-").padEnd(3),
      clauses.join(" ").padEnd(3),
    ];
    return `   ${cells.join("  ")}  ${title}${reason === null ? "" : `: ${reason}`}`;
  };
  return [paint("bold", "Cases"), ...rows.map(formatRow)];
}

/** Returns the last line, and the exit code. */
export function conclude({ rows, accepted, stopped }: ConformanceReport, { strict }: ReportFlags) {
  const violations = rows.filter(({ verdict }) => verdict === "violates");
  const isDown = rows[0]?.verdict === "violates" && violations.every(isUnavailable);
  const totals = `${countRows(rows, "conforms")} conform, ${violations.length} violate, ${countRows(rows, "not stated")} not stated.`;
  const conclusion = (exitCode: number, color: keyof typeof STYLES, words: string) => {
    const end = stopped === null ? "" : ` The run ended before the last case: ${stopped}.`;
    return { exitCode, color, summary: `${words}: ${totals}${end}` };
  };
  if (violations.length > 0 && !isDown) {
    return conclusion(FAILED, "red", "Does not conform");
  }
  if (strict && accepted.length > 0) {
    return conclusion(FAILED, "red", "Accepts invalid requests");
  }
  return isDown || stopped !== null
    ? conclusion(UNAVAILABLE, "yellow", "Could not be checked completely")
    : conclusion(DONE, "green", "Conforms");
}

/** Whether there was no response, or a gateway's. */
const isUnavailable = ({ status }: ConformanceRow): boolean => status === null || (status >= 502 && status <= 504);

const countRows = (rows: readonly ConformanceRow[], verdict: Verdict): number =>
  rows.filter((row) => row.verdict === verdict).length;

/** Names the plants that the service confirmed, those that may exist too, and the run. */
export function describePlants({
  runId,
  created,
  mayHaveBeenCreated,
}: CreatedPlants & { readonly runId: string }): string {
  const others = created.length > 0 ? "more plant" : "plant";
  const sentences = [
    ...(created.length > 0 ? [`${count(created.length, "plant")} created: ${created.join(", ")}.`] : []),
    ...(mayHaveBeenCreated.length > 0
      ? [`${count(mayHaveBeenCreated.length, others)} may have been created: ${mayHaveBeenCreated.join(", ")}.`]
      : []),
  ];
  return sentences.length === 0
    ? "No plants were created."
    : `${sentences.join(" ")} Their tag or name contains "${runId}".`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
