import { REQUIREMENTS } from "../conformance/contract.ts";
import type { Verdict } from "../conformance/judge.ts";
import type { ConformanceCause, ConformanceReport, ConformanceRow } from "../conformance/report.ts";
import { DONE, FAILED, UNAVAILABLE } from "./command.ts";

/** The flags of the command that change the report. */
interface ReportFlags {
  /** Whether invalid requests must fail, and a Plant must be the one that was sent. */
  readonly strict?: boolean | undefined;
}

/** Formats the report as text. The result comes last, where a terminal shows it. */
export function formatReport(report: ConformanceReport, flags: ReportFlags): string {
  const sections = [
    formatCases(report),
    ...report.causes.map(formatCause),
    ...formatAllowances(report),
    [describePlants(report), conclude(report, flags).summary],
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function formatCases({ baseUrl, rows }: ConformanceReport): string[] {
  const formatRow = ({ verdict, title, clauses, status, reason }: ConformanceRow): string => {
    const cells = [verdict.padEnd(10), String(status ?? "-").padEnd(3), clauses.join(" ").padEnd(3)];
    return `   ${cells.join("  ")}  ${title}${reason === null ? "" : `: ${reason}`}`;
  };
  return [`Cases at ${baseUrl}`, ...rows.map(formatRow)];
}

function formatCause({ clauses, reason, cases, example }: ConformanceCause, index: number): string[] {
  const { expected, received, curl } = example;
  const lines = [
    formatPart(cases.length === 1 ? "Case" : "Cases", nameCases(cases)),
    ...clauses.map((clause) => formatPart(clause, REQUIREMENTS[clause])),
    formatPart("Expected", expected),
    formatPart("Response", received),
    ...(curl === null ? [] : [formatPart("Repeat", curl)]),
  ];
  return [`${index + 1}. ${reason.charAt(0).toUpperCase()}${reason.slice(1)}`, ...lines.map((line) => `   ${line}`)];
}

const formatPart = (name: string, text: string): string => `${name.padEnd(10)}${text}`;

/** More cases than this are counted. */
const MAX_NAMED_CASES = 5;

const nameCases = (cases: readonly string[]): string =>
  cases.length > MAX_NAMED_CASES ? `${cases[0]} and ${cases.length - 1} more` : cases.join("; ");

function formatAllowances({ accepted, altered }: ConformanceReport): string[][] {
  const lines = Object.entries({ Accepted: accepted, Altered: altered })
    .filter(([, cases]) => cases.length > 0)
    .map(([name, cases]) => `   ${formatPart(name, nameCases(cases))}`);
  return lines.length === 0 ? [] : [["Not stated by the contract, and not allowed by --strict", ...lines]];
}

/** Returns the last line, and the exit code. */
export function conclude({ rows, accepted, altered, notChecked, stopped }: ConformanceReport, { strict }: ReportFlags) {
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  const conclusion = (exitCode: number, words: string) => {
    const counts = `${words}: ${count("conforms")} conform, ${count("violates")} violate.`;
    const open = ` Unchecked, because the contract leaves them open: ${count("not stated")}.`;
    const gap = notChecked.length === 0 ? "" : ` Not checked: ${notChecked.join(", ")}.`;
    const end = stopped === null ? "" : ` The run ended before the last case: ${stopped}.`;
    return { exitCode, summary: counts + open + gap + end };
  };
  if (count("violates") > 0) {
    return conclusion(FAILED, "Does not conform");
  }
  if (strict && accepted.length + altered.length > 0) {
    return conclusion(FAILED, "Fails --strict");
  }
  return stopped === null
    ? conclusion(DONE, "No violations found")
    : conclusion(UNAVAILABLE, "Could not be checked completely");
}

/** Names the plants that the service confirmed, and how to find any others. */
export function describePlants({ created, runId }: Pick<ConformanceReport, "created" | "runId">): string {
  const ids = created.length === 0 ? "none" : created.join(", ");
  return `Created, as confirmed by the service: ${ids}. Each plant of this run has "${runId}" in its tag or name.`;
}
