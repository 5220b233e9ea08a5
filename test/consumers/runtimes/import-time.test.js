import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

const RUNS = 21;

function measureMs(...entries) {
  const imports = entries.map((entry) => `await import("${entry}");`).join("");
  const program = `const start = process.cpuUsage(); ${imports}
    const { user, system } = process.cpuUsage(start); console.log((user + system) / 1_000);`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }));
}

test("importing the client takes at most 1.3 times what its dependencies take alone", () => {
  // Runs alternate, so other work on the machine affects both.
  const runs = Array.from({ length: RUNS }, () => [
    measureMs("openapi-fetch", "valibot"),
    measureMs("plant-store-sdk"),
  ]);
  const ratios = runs.map(([dependencies, client]) => client / dependencies).sort((a, b) => a - b);
  const median = ratios[(RUNS - 1) / 2];
  assert.ok(median <= 1.3, `${median.toFixed(2)} times`);
});
