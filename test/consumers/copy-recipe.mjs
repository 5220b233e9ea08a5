/** Runs the "cp" and "echo" commands of a section of docs/frameworks.md: node copy-recipe.mjs Nuxt */
import assert from "node:assert/strict";
import { execSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readSection } from "./paste.mjs";

const [section] = process.argv.slice(2);
const commands = readSection("frameworks", section).match(/^(?:cp|echo) .+$/gm) ?? [];
assert.equal(commands.filter((command) => command.startsWith("cp ")).length, 2);
for (const command of commands) {
  execSync(command, { stdio: "inherit" });
}

if (existsSync(".env.development")) {
  execSync("git init --quiet");
  assert.throws(() => execSync("git check-ignore .env.development"), "Git must not ignore .env.development");
}
