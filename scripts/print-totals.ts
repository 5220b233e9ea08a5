/** Prints the totals of Vitest's JSON reports: `tsx scripts/print-totals.ts reports/*.json`. */
import { readFileSync } from "node:fs";

let [passed, failed] = [0, 0];
for (const path of process.argv.slice(2)) {
  const report = JSON.parse(readFileSync(path, "utf8"));
  passed += report.numPassedTests;
  // A test that was skipped counts as failed.
  failed += report.numFailedTests + report.numPendingTests + report.numTodoTests;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
