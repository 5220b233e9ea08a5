/** Prints the totals of one or more vitest reports in JSON: `tsx scripts/print-totals.ts reports/*.json`. */
import { readFileSync } from "node:fs";

let passed = 0;
let failed = 0;
for (const path of process.argv.slice(2)) {
  const report = JSON.parse(readFileSync(path, "utf8")) as { numPassedTests: number; numFailedTests: number };
  console.log(`${path}: ${report.numPassedTests} passed, ${report.numFailedTests} failed`);
  passed += report.numPassedTests;
  failed += report.numFailedTests;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
