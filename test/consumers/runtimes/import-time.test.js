import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

const RUNS = 15;

/** The milliseconds that a fresh process needs for imports. */
function timeOf(...entries) {
  const imports = entries.map((entry) => `await import("${entry}");`).join("");
  const program = `const start = performance.now(); ${imports} console.log(performance.now() - start);`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }));
}

test("importing the client takes at most 1.3 times what its dependencies take alone", () => {
  // In turns: whatever else the machine does, it does to both.
  const runs = Array.from({ length: RUNS }, () => [timeOf("openapi-fetch", "valibot"), timeOf("plant-store-sdk")]);
  // The quickest of each: what else the machine does can only add to a time.
  const dependencies = Math.min(...runs.map(([time]) => time));
  const client = Math.min(...runs.map(([, time]) => time));
  const times = `${client.toFixed(1)} ms, of which the dependencies alone take ${dependencies.toFixed(1)} ms`;
  assert.ok(client <= 1.3 * dependencies, times);
  console.log(`The client is imported in ${times}.`);
});
