import type { RowResult } from "./import-rows.ts";
import type { SkippedRow } from "./rows.ts";

export function report(skipped: readonly SkippedRow[], results: readonly RowResult[], inDoubtPath: string): string[] {
  const counts = new Map<string, number>();
  const count = (outcome: string) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const lines: string[] = [];
  for (const { row, outcome, reason } of results) {
    count(outcome);
    if (reason) {
      lines.push(`Line ${row.line}, id ${row.id}: ${outcome}, ${reason}`);
    }
  }
  for (const { line, reason, details } of skipped) {
    count(`skipped (${reason})`);
    lines.push(`Line ${line}: skipped, ${details}`);
  }
  const total = skipped.length + results.length;
  lines.push(`${total} rows: ${Array.from(counts, ([outcome, rows]) => `${rows} ${outcome}`).join(", ")}`);
  if (counts.has("in doubt")) {
    lines.push(
      `A plant in doubt may have been created. Look in the service for the ids in ${inDoubtPath}.`,
      "Then start the import again with --settle created, --settle missing, or --settle again to send them all the same.",
      "It settles the ids in the file, so remove those that it isn't true of.",
    );
  }
  return lines;
}
