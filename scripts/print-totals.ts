/** Prints the totals of the JSON reports of Vitest and Playwright: `tsx scripts/print-totals.ts reports/*.json`. */
import { readFileSync } from "node:fs";

let [passed, failed] = [0, 0];
for (const path of process.argv.slice(2)) {
  const { stats, ...vitest } = JSON.parse(readFileSync(path, "utf8"));
  // A test that was skipped, or passed only when it was repeated, counts as failed.
  const counts = stats
    ? { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }
    : { passed: vitest.numPassedTests, failed: vitest.numFailedTests + vitest.numPendingTests + vitest.numTodoTests };
  console.log(`${path}: ${counts.passed} passed, ${counts.failed} failed`);
  passed += counts.passed;
  failed += counts.failed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
