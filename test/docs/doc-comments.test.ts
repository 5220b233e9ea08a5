import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { format } from "node:util";
import ts from "typescript";
import { afterAll, afterEach, expect, it, vi } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Example {
  readonly name: string;
  readonly code: string;
}

function examplesIn(path: string): Example[] {
  const text = readFileSync(join(root, path), "utf8");
  return [...text.matchAll(/^ *\* @example\n((?: *\*(?: (?!@).*)?\n)+)/gm)].map(({ index, 1: lines = "" }) => ({
    name: `${path}:${text.slice(0, index).split("\n").length}`,
    code: lines.replaceAll(/^ *\* ?|^`{3}\w*$/gm, ""),
  }));
}

const examples = ["src", "mocks", "conformance"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((path) => path.endsWith(".ts"))
  .flatMap(examplesIn);

// Inside the project, where the examples can import its dependencies.
mkdirSync(join(root, "reports"), { recursive: true });
const folder = mkdtempSync(join(root, "reports/doc-comments-"));
const files = examples.map(({ code }, index) => {
  const file = join(folder, `${index}.ts`);
  writeFileSync(file, code);
  return file;
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

it("compiles every example", { timeout: 60_000 }, () => {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, root);
  const program = ts.createProgram(files, options);
  const errors = files.flatMap((file, index) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${examples[index]?.name}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  });
  expect(errors).toEqual([]);
});

it.each(examples.map(({ name, code }, index) => ({ name, code, file: files[index] ?? "" })))(
  "prints what its comments say: $name",
  async ({ code, file }) => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    await import(/* @vite-ignore */ pathToFileURL(file).href);
    const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
    expect(log.mock.calls.map((values) => format(...values))).toEqual(expected);
  },
);
