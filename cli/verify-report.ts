import type { ConformanceReport, ConformanceRow, CreatedPlant, Verdict } from "../conformance/report.ts";

const GREEN = 32;
const YELLOW = 33;
const RED = 31;
const BOLD = 1;
const COLOUR: Readonly<Record<Verdict, number>> = { conforms: GREEN, violates: RED, "not stated": YELLOW };

/** The report as a person reads it: a table, what was violated in full, the plants that were created, the totals. */
export function formatReport(report: ConformanceReport, hasColour: boolean): string {
  const paint = (text: string, code: number) => (hasColour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const { rows, counts, created, stopped, requests, tag } = report;
  const width = Math.max(...rows.map(({ title }) => title.length));
  const line = ({ clause, verdict, title, received }: ConformanceRow) =>
    `${clause.padEnd(6)}  ${paint(verdict.padEnd(10), COLOUR[verdict])}  ${title.padEnd(width)}  ${brief(received.replaceAll(tag, "<tag>"))}`;
  const details = ({ clause, title, sent, expected, received }: ConformanceRow) =>
    `${paint(`${clause} ${title}`, RED)}\n  sent      ${sent}\n  expected  ${expected}\n  received  ${received}`;
  const violations = rows.filter(({ verdict }) => verdict === "violates");
  const totals = `${counts.conforms} conform, ${counts.violates} violate, ${counts.notStated} not stated: ${requests} requests to ${report.baseUrl}`;
  const sections = [
    [paint(`clause  verdict     ${"case".padEnd(width)}  received`, BOLD), ...rows.map(line)],
    violations.map(details),
    formatCreated(created) === "" ? [] : [formatCreated(created)],
    [
      ...(rows.some(isTaken) ? [] : [paint("No valid request was taken: is the token right?", RED)]),
      ...(stopped === null ? [] : [paint(`It ended before the last case: ${stopped}.`, RED)]),
      paint(totals, report.conforms ? GREEN : RED),
    ],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

/** A service says by 400 that a token is wrong, as it says all else. */
function isTaken({ clause, verdict }: ConformanceRow): boolean {
  return clause === "I11" && verdict === "conforms";
}

/** The plants that are in the store now, for whoever is to delete them; nothing where there are none. */
export function formatCreated(created: readonly CreatedPlant[]): string {
  if (created.length === 0) {
    return "";
  }
  const lines = created.map(
    ({ id, name, tag, certain }) =>
      `  ${id ?? "(no id)"}  ${brief(JSON.stringify(tag ?? name))}${certain ? "" : "  (perhaps: the answer does not tell)"}`,
  );
  return [`Plants in the store now: ${created.length}, by id and tag (or name, where there is no tag)`, ...lines].join(
    "\n",
  );
}

const MAX_BRIEF = 72;

function brief(text: string): string {
  return text.length > MAX_BRIEF ? `${text.slice(0, MAX_BRIEF - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;
}
