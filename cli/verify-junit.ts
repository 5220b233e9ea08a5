import type { ConformanceReport, ConformanceRow } from "../conformance/report.ts";
import { groupByClause } from "./verify-report.ts";

export type JUnitReport = Partial<Pick<ConformanceReport, "rows" | "causes" | "stopped">>;

/** Matches Jenkins' schema. What the contract doesn't state is skipped, and a run that ended early has an error. */
export function formatJUnit({ rows = [], causes = [], stopped = null }: JUnitReport): string {
  const suites = groupByClause(rows).map(({ clause, requirement, own }) => {
    const attributes = {
      name: `${clause}: ${requirement}`,
      tests: own.length,
      failures: own.filter(({ verdict }) => verdict === "violates").length,
      errors: 0,
      skipped: own.filter(({ verdict }) => verdict === "not stated").length,
      time: seconds(own.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    };
    return element(
      "testsuite",
      attributes,
      own.map((row) => testCase(row, causes)),
    );
  });
  if (stopped !== null) {
    const error = element("error", { message: stopped, type: "stopped" });
    const sent = element("testcase", { name: "all cases were sent", classname: "plant-store" }, [error]);
    suites.push(element("testsuite", { name: "run", tests: 1, failures: 0, errors: 1 }, [sent]));
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", { name: "plant-store verify" }, suites)}\n`;
}

function testCase(row: ConformanceRow, causes: ConformanceReport["causes"]): string {
  const { clause, title, verdict, reason, sent, expected, received, durationMs } = row;
  const { curl } = causes.find((cause) => cause.clause === clause && cause.reason === reason) ?? {};
  const details = `Request:  ${sent}\nExpected: ${expected}\nResponse: ${received}\nRepeat:   ${curl}`;
  const outcome = {
    conforms: [],
    violates: [element("failure", { message: reason ?? "", type: clause }, [escapeXml(details)])],
    "not stated": [element("skipped", {}, [escapeXml(reason ?? "")])],
  }[verdict];
  const attributes = { name: title, classname: `plant-store.${clause}`, time: seconds(durationMs) };
  return element("testcase", attributes, outcome);
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

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
