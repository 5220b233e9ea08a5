import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { format } from "node:util";
import ts from "typescript";
import { afterAll, afterEach, expect, it, vi } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

// Inside the project, where the examples can import its dependencies.
mkdirSync(join(root, "reports"), { recursive: true });
const folder = mkdtempSync(join(root, "reports/doc-comments-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

const sources = ["src", "mocks", "conformance"]
  .flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, encoding: "utf8" }).map((path) => join(name, path)),
  )
  .filter((path) => path.endsWith(".ts"))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

const examples = sources.flatMap(({ path, text }) =>
  Array.from(text.matchAll(/^ *\* @example\n((?: *\*(?: (?!@).*)?\n)+)/gm), ({ index, 1: lines = "" }) => {
    const name = `${path.replaceAll(/\W/g, "-")}-${text.slice(0, index).split("\n").length}`;
    const code = lines.replaceAll(/^ *\* ?|^`{3}\w*$/gm, "");
    writeFileSync(join(folder, `${name}.ts`), code);
    return { name, code, file: join(folder, `${name}.ts`) };
  }),
);

it("compiles every example", { timeout: 60_000 }, () => {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const files = examples.map(({ file }) => file);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, root);
  const program = ts.createProgram(files, options);
  const diagnostics = files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  expect(diagnostics.map(({ file, messageText }) => [file?.fileName, messageText])).toEqual([]);
});

it.each(examples)("prints what its comments say: $name", async ({ code, file }) => {
  const log = vi.spyOn(console, "log").mockReturnValue();
  await import(/* @vite-ignore */ pathToFileURL(file).href);
  const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
  expect(log.mock.calls.map((values) => format(...values))).toEqual(expected);
});

// TypeScript reads a type in braces there, and cuts a link.
it.each(sources)("starts no @throws with a link, which editors cut: $path", ({ text }) => {
  expect(text).not.toMatch(/@throws \{/);
});
