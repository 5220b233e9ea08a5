import type { Clause } from "../conformance/clauses.ts";
import type { ConformanceReport, ConformanceRow } from "../conformance/report.ts";
import { describeExample, groupByClause, NOT_REACHED } from "./verify-report.ts";

interface TestCase {
  readonly classname: string;
  readonly name: string;
  readonly durationMs?: number;
  /** Absent if the case passed. */
  readonly problem?: Problem;
}

interface Problem {
  readonly kind: "failure" | "error" | "skipped";
  readonly message: string;
  readonly details?: string;
}

/**
 * Formats a run as one test suite. What the contract doesn't state is skipped, unless `isStrict` and the service accepted it.
 * A run that ended early, or that has no report yet, has an error.
 */
export function formatJUnit(report: Partial<ConformanceReport>, isStrict: boolean): string {
  const { baseUrl = "", runId = "", rows = [], accepted = [], stopped = NO_REPORT } = report;
  const isFailure = (row: ConformanceRow) => isStrict && accepted.includes(row.title);
  const judged = rows.map((row): ConformanceRow => (isFailure(row) ? { ...row, verdict: "violates" } : row));
  const cases = [
    toRunCase(stopped),
    ...groupByClause(judged).flatMap(({ clause, rows }) =>
      rows.length === 0 ? toUnreachedCase(clause) : toTestCases(clause, rows),
    ),
  ];
  const count = (kind: Problem["kind"]) => cases.filter(({ problem }) => problem?.kind === kind).length;
  const attributes = {
    name: "plant-store verify",
    tests: cases.length,
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
  };
  const properties = element("properties", {}, [
    element("property", { name: "base-url", value: baseUrl }),
    element("property", { name: "run-id", value: runId }),
  ]);
  const suite = element("testsuite", attributes, [properties, ...cases.map(toElement)]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", {}, [suite])}\n`;
}

const NO_REPORT = "The run didn't end. See the output of plant-store verify.";

function toRunCase(stopped: string | null): TestCase {
  const testCase = { classname: "run", name: "all cases were sent" };
  return stopped === null ? testCase : { ...testCase, problem: { kind: "error", message: stopped } };
}

const toUnreachedCase = (clause: Clause): TestCase => ({
  classname: clause,
  name: `${clause} not reached`,
  problem: { kind: "skipped", message: NOT_REACHED },
});

/** Makes one test case for each title, because names must be unique. A response may violate a clause in several ways. */
function toTestCases(clause: Clause, rows: readonly ConformanceRow[]): TestCase[] {
  const firstRows = rows.filter((row, index) => rows.findIndex(({ title }) => title === row.title) === index);
  return firstRows.map((row) => {
    const reasons = rows.filter(({ title }) => title === row.title).map(({ reason }) => reason);
    const testCase = { classname: clause, name: `${clause} ${row.title}`, durationMs: row.durationMs };
    return row.verdict === "conforms" ? testCase : { ...testCase, problem: toProblem(row, reasons.join("; ")) };
  });
}

const toProblem = (row: ConformanceRow, message: string): Problem =>
  row.verdict === "not stated"
    ? { kind: "skipped", message }
    : { kind: "failure", message, details: describeExample(row).join("\n") };

function toElement({ classname, name, durationMs = 0, problem }: TestCase): string {
  const attributes = { classname, name, time: (durationMs / 1000).toFixed(3) };
  if (problem === undefined) {
    return element("testcase", attributes);
  }
  const { kind, message, details = "" } = problem;
  return element("testcase", attributes, [element(kind, { message, type: kind }, [escapeXml(details)])]);
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[] = [],
): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return `<${name}${pairs.join("")}>${content.join("\n")}</${name}>`;
}

/** XML 1.0 can't contain noncharacters, even escaped. The report has already escaped control characters. */
function escapeXml(text: string): string {
  return text.replace(/[\ufffe\uffff]/g, "\ufffd").replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
