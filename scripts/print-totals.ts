/** Prints the totals of the JSON reports of Vitest and Playwright: `tsx scripts/print-totals.ts reports/*.json`. */
import { readFileSync } from "node:fs";

const total = { passed: 0, failed: 0, skipped: 0 };
const toText = ({ passed, failed, skipped }: typeof total) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

for (const path of process.argv.slice(2)) {
  const { stats, ...vitest } = JSON.parse(readFileSync(path, "utf8"));
  const counts: typeof total = stats
    ? { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
    : { passed: vitest.numPassedTests, failed: vitest.numFailedTests, skipped: vitest.numPendingTests };
  console.log(`${path}: ${toText(counts)}`);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
console.log(toText(total));
process.exitCode = total.failed > 0 ? 1 : 0;
