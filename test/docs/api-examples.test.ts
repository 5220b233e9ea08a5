import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { format } from "node:util";
import ts from "typescript";
import { afterAll, afterEach, expect, it, vi } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const reference = join(root, "docs/api");

interface Example {
  /** Where it begins. */
  readonly name: string;
  readonly code: string;
}

function examplesIn(page: string): Example[] {
  const text = readFileSync(join(reference, page), "utf8");
  return [...text.matchAll(/(?<=^#+ Example\n\n```ts\n)[\s\S]*?(?=^```$)/gm)].map(({ index, 0: code }) => ({
    name: `docs/api/${page}:${text.slice(0, index).split("\n").length}`,
    code,
  }));
}

const examples = readdirSync(reference).flatMap(examplesIn);

// Within the project, so that they find its packages.
mkdirSync(join(root, "reports"), { recursive: true });
const folder = mkdtempSync(join(root, "reports/api-examples-"));
const files = examples.map(({ code }, index) => {
  const file = join(folder, `${index}.ts`);
  writeFileSync(file, code);
  return file;
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

it("has examples to run", () => {
  expect(examples.length).toBeGreaterThan(20);
});

it("has examples that compile", { timeout: 60_000 }, () => {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, root);
  const program = ts.createProgram(files, options);
  const faults = files.flatMap((file, index) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${examples[index]?.name}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  });
  expect(faults).toEqual([]);
});

it.each(examples.map(({ name, code }, index) => ({ name, code, file: files[index] ?? "" })))(
  "writes what its comments say: $name",
  async ({ code, file }) => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    await import(/* @vite-ignore */ pathToFileURL(file).href);
    // A comment behind console.log shows what that writes.
    const shown = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
    expect(log.mock.calls.map((values) => format(...values))).toEqual(shown);
    expect(shown).not.toEqual([]);
  },
);
