import { execFile } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { readPage } from "../../scripts/snippets.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readPage("CONTRIBUTING.md");
const COPIED = ["src", "mocks", "conformance", "cli", "scripts", "test/support"];

it("adds a field as the page says", { timeout: 240_000 }, async () => {
  const copy = fs.mkdtempSync(join(tmpdir(), "plant-store-field-"));
  onTestFinished(() => fs.rmSync(copy, { recursive: true }));
  for (const path of [...COPIED, "openapi.yaml", "package.json", "tsconfig.json", "vitest.config.ts"]) {
    fs.cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  fs.symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  fs.cpSync(join(root, "test/docs/field.txt"), join(copy, "test/mocks/field.test.ts"));
  // Not every file, which would take four times as long.
  const tsconfig = { extends: "./tsconfig.json", compilerOptions: { types: [] }, include: ["*/index.ts"] };
  fs.writeFileSync(join(copy, "tsconfig.field.json"), JSON.stringify(tsconfig));
  const run = (program: string, ...args: string[]) => runIn(copy, `node_modules/${program}`, args);

  const [contract = "", ...others] = diffs();
  applyDiff(copy, contract);
  await run("tsx/dist/cli.mjs", "scripts/generate.ts");
  const places = await run("typescript/bin/tsc", "-p", "tsconfig.field.json");
  for (const diff of others) {
    expect(places).toContain(fileOf(diff));
    applyDiff(copy, diff);
  }
  expect(await run("typescript/bin/tsc", "-p", "tsconfig.field.json")).toBe("");
  const tests = ["run", "--project", "node", "--cache=false", "test/mocks/field.test.ts"];
  expect(await run("vitest/vitest.mjs", ...tests)).toMatch(/Tests +3 passed/);
});

/** Returns what the program prints, also when it fails. */
async function runIn(cwd: string, program: string, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH, NO_COLOR: "1" };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], { cwd, env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return stdout + stderr;
}

/** The recipe's blocks, without their indentation. */
function diffs(): readonly string[] {
  return Array.from(page.matchAll(/^( *)```diff\n([\s\S]*?)^ *```$/gm), ([, indent = "", diff = ""]) =>
    diff.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}

const fileOf = (diff: string): string => /^--- (.*)$/m.exec(diff)?.[1] ?? "";

/** Replaces the lines without a plus sign, which must be in the file once, by all lines. */
function applyDiff(copy: string, diff: string): void {
  const path = join(copy, fileOf(diff));
  const lines = diff.trimEnd().split("\n").slice(1);
  const toText = (kept: readonly string[]) => kept.map((line) => line.slice(1)).join("\n");
  const parts = fs.readFileSync(path, "utf8").split(toText(lines.filter((line) => line.startsWith(" "))));
  expect(parts).toHaveLength(2);
  fs.writeFileSync(path, parts.join(toText(lines)));
}
