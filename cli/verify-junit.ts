import { type Clause, type ConformanceReport, type ConformanceRow, REQUIREMENTS } from "../conformance/report.ts";
import { groupByClause, NOT_REACHED } from "./verify-report.ts";

/** A run that couldn't start or was interrupted has no tag and no rows. */
export type JUnitReport = Pick<ConformanceReport, "baseUrl" | "stopped"> &
  Partial<Pick<ConformanceReport, "tag" | "rows">>;

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

/** Formats a run as one test suite. What the contract doesn't state is skipped, and a run that ended early has an error. */
export function formatJUnit(report: JUnitReport, startedAt: Date, durationMs: number): string {
  const { baseUrl, stopped, tag = "", rows = [] } = report;
  const cases = [
    toRunCase(stopped),
    ...groupByClause(rows).flatMap(({ clause, rows }) =>
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
    time: toSeconds(durationMs),
    timestamp: startedAt.toISOString(),
  };
  const properties = element("properties", {}, [
    element("property", { name: "base-url", value: baseUrl }),
    element("property", { name: "tag", value: tag }),
  ]);
  const suite = element("testsuite", attributes, [properties, ...cases.map(toElement)]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", attributes, [suite])}\n`;
}

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

function toProblem({ clause, verdict, sent, expected, received }: ConformanceRow, message: string): Problem {
  if (verdict === "not stated") {
    return { kind: "skipped", message };
  }
  const details = [
    `${clause}: ${REQUIREMENTS[clause]}`,
    `Request:  ${sent}`,
    `Expected: ${expected}`,
    `Response: ${received}`,
  ];
  return { kind: "failure", message, details: details.join("\n") };
}

function toElement({ classname, name, durationMs = 0, problem }: TestCase): string {
  const attributes = { classname, name, time: toSeconds(durationMs) };
  if (problem === undefined) {
    return element("testcase", attributes);
  }
  const { kind, message, details = "" } = problem;
  return element("testcase", attributes, [element(kind, { message, type: kind }, [escapeXml(details)])]);
}

const toSeconds = (ms: number): string => (ms / 1000).toFixed(3);

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
