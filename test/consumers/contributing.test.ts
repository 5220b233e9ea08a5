import { exec } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { readPage } from "../../scripts/snippets.ts";
import { FIELD_CHANGES, type FieldChange } from "../support/field-recipe.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const isTest = ({ path }: FieldChange) => path.startsWith("test/");
const [contract, ...others] = FIELD_CHANGES;

it("adds a boolean, a number, an enum and a string as CONTRIBUTING.md says", { timeout: 900_000 }, async () => {
  const copy = copyRepository();
  for (const change of FIELD_CHANGES) {
    addFields(copy, change);
  }
  await run(copy, "npm run generate");
  await run(copy, "npm test");
  await run(copy, "npm run check");
});

it("lists each place that lacks a field", { timeout: 300_000 }, async () => {
  const copy = copyRepository();
  addFields(copy, contract as FieldChange);
  await run(copy, "npm run generate");
  const places = await run(copy, "npx tsc").catch(({ message }: Error) => message);
  expect(others.filter((change) => !isTest(change) && !places.includes(change.path))).toEqual([]);
});

const ADDED_OPERATION = `
  /plants/{id}:
    get:
      operationId: addedOperation
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
      responses:
        "200": { description: The plant., content: { application/json: { schema: { $ref: "#/components/schemas/Plant" } } } }
`;

it("lists each place that lacks an operation", { timeout: 300_000 }, async () => {
  const copy = copyRepository();
  replaceIn(copy, "openapi.yaml", "\ncomponents:", (line) => ADDED_OPERATION.trimEnd() + line);
  await run(copy, "npm run generate");
  const errors = await run(copy, "npx tsc").catch(({ message }: Error) => message);
  const places = Array.from(errors.matchAll(/^(\S+)\(\d+,\d+\): error /gm), ([, path]) => path);
  const named = Array.from(readPage("CONTRIBUTING.md").matchAll(/^ {3}- `(\S+)`: /gm), ([, path]) => path);
  expect([...new Set(places)].sort()).toEqual(named.sort());
});

function copyRepository(): string {
  const copy = fs.mkdtempSync(join(tmpdir(), "plant-store-field-"));
  onTestFinished(() => fs.rmSync(copy, { recursive: true, maxRetries: 5 }));
  const ignored = [".git", "coverage", "dist", "node_modules", "reports"];
  fs.cpSync(root, copy, { recursive: true, filter: (path) => !ignored.includes(basename(path)) });
  fs.symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Adds the fields that a change shows, and a copy of the lines of `tag`, under names that no field of the repository has. */
function addFields(copy: string, change: FieldChange): void {
  const { path, below, added } = change;
  const shown = added
    .replaceAll("isToxic", "addedBoolean")
    .replaceAll("heightCm", "addedNumber")
    .replaceAll("lightNeed", "addedEnum");
  const text = isTest(change) ? "" : below.replace("tag", "addedText");
  replaceIn(copy, path, below, () => below + shown + text);
}

function replaceIn(copy: string, path: string, text: string, replace: (text: string) => string): void {
  const file = join(copy, path);
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace(text, replace));
}

/** Rejects with what the command prints if it fails. */
async function run(cwd: string, command: string): Promise<string> {
  const env = { PATH: process.env.PATH, NO_COLOR: "1", REDOCLY_TELEMETRY: "off" };
  const { stdout } = await promisify(exec)(command, { cwd, env, maxBuffer: 2 ** 26 }).catch(({ stdout, stderr }) => {
    throw new Error(stdout + stderr);
  });
  return stdout;
}
