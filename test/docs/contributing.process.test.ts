import { exec } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { readPage } from "../../scripts/snippets.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The diffs of "Add a field", without their indentation. */
const diffs = Array.from(readPage("CONTRIBUTING.md").matchAll(/^ *```diff\n([\s\S]*?)^ *```$/gm), ([, diff = ""]) =>
  diff.replaceAll(/^ {3}/gm, ""),
);
const [contract = "", ...others] = diffs;

const pathOf = (diff: string): string => /^--- (.*)$/m.exec(diff)?.[1] ?? "";

/** The lines that the diffs show for a field of a type, and how they start. */
interface Shown {
  readonly type: string;
  readonly name: string;
  readonly mark: "+" | " ";
}

const boolean: Shown = { type: "boolean", name: "isToxic", mark: "+" };
const string: Shown = { type: "string", name: "tag", mark: " " };

it.each([boolean, string])("adds a $type as the page says", { timeout: 600_000 }, async (field) => {
  const copy = copyRepository();
  for (const diff of diffs) {
    addField(copy, diff, field);
  }
  await run(copy, "npm run generate");
  await Promise.all([run(copy, "npm test"), run(copy, "npm run check")]);
});

it("lists each place that lacks the field", { timeout: 300_000 }, async () => {
  const copy = copyRepository();
  addField(copy, contract, boolean);
  await run(copy, "npm run generate");
  const places = await run(copy, "npx tsc").catch(({ message }: Error) => message);
  expect(others.filter((diff) => !places.includes(pathOf(diff)))).toEqual([]);
});

function copyRepository(): string {
  const copy = fs.mkdtempSync(join(tmpdir(), "plant-store-field-"));
  onTestFinished(() => fs.rmSync(copy, { recursive: true, maxRetries: 5 }));
  const ignored = [".git", ".stryker-tmp", "coverage", "dist", "node_modules", "reports"];
  fs.cpSync(root, copy, { recursive: true, filter: (path) => !ignored.includes(basename(path)) });
  fs.symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Adds a field below the lines of `tag`, under a name that no field of the repository has. */
function addField(copy: string, diff: string, { name, mark }: Shown): void {
  const path = join(copy, pathOf(diff));
  const linesWith = (mark: string) =>
    Array.from(diff.matchAll(new RegExp(`^[${mark}](.*\n)`, "gm")), ([, line]) => line).join("");
  const parts = fs.readFileSync(path, "utf8").split(linesWith(" "));
  expect(parts).toHaveLength(2);
  fs.writeFileSync(path, parts.join(linesWith(" ") + linesWith(mark).replace(name, "added")));
}

/** Rejects with what the command prints if it fails. */
async function run(cwd: string, command: string): Promise<string> {
  const env = { PATH: process.env.PATH, NO_COLOR: "1", REDOCLY_TELEMETRY: "off" };
  const { stdout } = await promisify(exec)(command, { cwd, env }).catch(({ stdout, stderr }) => {
    throw new Error(stdout + stderr);
  });
  return stdout;
}
