/** Prints the totals of the JSON reports of Vitest and Playwright: `tsx scripts/print-totals.ts reports/*.json`. */
import { readFileSync } from "node:fs";

interface VitestReport {
  readonly stats?: undefined;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

const total = { passed: 0, failed: 0, skipped: 0 };
const textOf = ({ passed, failed, skipped }: typeof total) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

for (const path of process.argv.slice(2)) {
  const report = JSON.parse(readFileSync(path, "utf8")) as VitestReport | PlaywrightReport;
  const counts = report.stats
    ? {
        passed: report.stats.expected,
        failed: report.stats.unexpected + report.stats.flaky,
        skipped: report.stats.skipped,
      }
    : { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
  console.log(`${path}: ${textOf(counts)}`);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
console.log(textOf(total));
process.exitCode = total.failed > 0 ? 1 : 0;
