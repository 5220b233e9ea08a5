import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

const RUNS = 21;

function measureMs(entry) {
  const program = `const start = process.cpuUsage(); await import("${entry}");
    const { user, system } = process.cpuUsage(start); console.log((user + system) / 1_000);`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }));
}

test("importing the client takes at most twice the time of openapi-fetch", () => {
  // Runs alternate, so other work on the machine affects both.
  const ratios = Array.from({ length: RUNS }, () => {
    const openapiFetchMs = measureMs("openapi-fetch");
    return measureMs("plant-store-sdk") / openapiFetchMs;
  });
  const median = ratios.sort((a, b) => a - b)[(RUNS - 1) / 2];
  assert.ok(median <= 2, `${median.toFixed(2)} times`);
});
