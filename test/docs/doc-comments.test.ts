import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { format } from "node:util";
import ts from "typescript";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

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

describe("the compiler accepts", () => {
  const typeTests = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test-d.ts") && !file.includes("node_modules"))
    .map((file) => join(root, "test", file));
  let program: ts.Program;

  beforeAll(() => {
    const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, root);
    program = ts.createProgram([...files, ...typeTests], options);
  });

  const errorsIn = (file: string) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"),
    );
  };

  it("every example", { timeout: 60_000 }, () => {
    const errors = files.flatMap((file, index) => errorsIn(file).map((error) => `${examples[index]?.name}: ${error}`));
    expect(errors).toEqual([]);
  });

  it("every type test", { timeout: 60_000 }, () => {
    expect(typeTests).not.toEqual([]);
    expect(typeTests.flatMap((file) => errorsIn(file).map((error) => `${relative(root, file)}: ${error}`))).toEqual([]);
  });
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
