import {
  type Clause,
  type ConformanceCause,
  type ConformanceReport,
  type ConformanceRow,
  type CreatedPlant,
  REQUIREMENTS,
} from "../conformance/report.ts";

interface ReportOptions {
  readonly onlyViolations: boolean;
  readonly hasColor: boolean;
}

/** Sets a text in bold or in a color. */
type Paint = (style: keyof typeof STYLES, text: string) => string;

/** The codes of the styles. `styleText` of `node:util` needs Node 20.12. */
const STYLES = { bold: 1, red: 31, green: 32, yellow: 33 };

const COLORS = { conforms: "green", violates: "red", "not stated": "yellow" } as const;

const MAX_IDS = 5;

export function formatReport(report: ConformanceReport, { onlyViolations, hasColor }: ReportOptions): string {
  const paint: Paint = (style, text) => (hasColor ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text);
  const sections = [
    formatOverview(report, paint),
    ...report.causes.map((cause, index) => formatCause(cause, index + 1, paint)),
    ...formatAccepted(report, paint),
    ...(onlyViolations ? [] : formatTable(report, paint)),
    formatSummary(report, paint),
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function formatOverview({ causes, counts, baseUrl }: ConformanceReport, paint: Paint): string[] {
  const hasViolations = counts.violates > 0;
  const found = hasViolations
    ? `${count(counts.violates, "violation")}, ${count(causes.length, "cause")}`
    : "No violations";
  return [
    paint("bold", paint(hasViolations ? "red" : "green", `${found}: ${baseUrl}`)),
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

function formatAccepted({ accepted }: ConformanceReport, paint: Paint): string[][] {
  const number = count(accepted.length, "invalid request");
  const title = `Accepted: ${number}. Not a violation, because the contract doesn't state which requests fail.`;
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

function formatSummary(report: ConformanceReport, paint: Paint): string[] {
  const { rows, counts, created, tag, stopped, requests, conforms } = report;
  // A 400 violates I11 only if even the smallest plant is rejected. Services may do so for a wrong token.
  const isRejected = rows.some((row) => row.verdict === "violates" && row.clause === "I11" && row.status === 400);
  const totals = `${counts.conforms} conform, ${counts.violates} violate, ${counts["not stated"]} not stated. ${count(requests, "request")}.`;
  return [
    ...(isRejected ? ["The smallest valid plant was rejected with 400. Check the token."] : []),
    ...(stopped === null ? [] : [`The run ended before the last case: ${stopped}.`]),
    formatCreated(created, tag),
    paint(conforms ? "green" : "red", `${conforms ? "Conforms" : "Does not conform"}: ${totals}`),
  ];
}

function formatCreated(created: readonly CreatedPlant[], tag: string): string {
  if (created.length === 0) {
    return "No plants were created.";
  }
  const ids = created.length > MAX_IDS ? "--json lists their ids." : formatIds(created);
  return `${countCreated(created)} Their tag or name contains "${tag}". ${ids}`;
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
