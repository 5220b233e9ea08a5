/** Runs the "cp" commands of a section of docs/frameworks.md: node copy-recipe.mjs Nuxt */
import assert from "node:assert/strict";
import { execSync } from "node:child_process";
import { readSection } from "./paste.mjs";

const [section] = process.argv.slice(2);
const commands = readSection("frameworks", section).match(/^cp .+$/gm) ?? [];
assert.equal(commands.length, 2);
for (const command of commands) {
  execSync(command, { stdio: "inherit" });
}
