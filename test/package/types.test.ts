import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, expect, inject, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "plant-store-types-"));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "node_modules"));
symlinkSync(inject("packed"), join(folder, "node_modules/plant-store-sdk"), "junction");

const tsc = fileURLToPath(new URL("../../node_modules/typescript/lib/tsc.js", import.meta.url));

function measureCost(source: string) {
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    target: "es2022",
    module: "nodenext",
    types: [],
    noEmit: true,
    preserveSymlinks: true,
  };
  writeFileSync(join(folder, "index.ts"), source);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["index.ts"] }));
  const output = execFileSync(process.execPath, [tsc, "--extendedDiagnostics"], { cwd: folder, encoding: "utf8" });
  const count = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, "m").exec(output)?.[1]);
  return { lines: count("Lines of Definitions"), instantiations: count("Instantiations") };
}

it("adds fewer than 800 lines of declarations and 1,000 type instantiations to a strict project", () => {
  const without = measureCost('export const client = "none";');
  const withClient = measureCost(
    'import { createPlantStoreClient } from "plant-store-sdk";\n' +
      'export const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any" });',
  );
  expect(withClient.lines - without.lines).toBeGreaterThan(0);
  expect(withClient.lines - without.lines).toBeLessThan(800);
  expect(withClient.instantiations - without.instantiations).toBeLessThan(1_000);
});

it("mentions openapi-fetch in no declaration file", () => {
  const dist = join(inject("packed"), "dist");
  const declarations = readdirSync(dist).filter((name) => /\.d\.c?ts$/.test(name));
  expect(declarations).toContain("index.d.ts");
  expect(declarations.filter((name) => /["']openapi-fetch/.test(readFileSync(join(dist, name), "utf8")))).toEqual([]);
});

it.each([
  ["Plant", "{\n    name: string;\n    tag?: string | undefined;\n}"],
  ["NewPlant", "{\n    name: string;\n    tag?: string | undefined;\n    id: number | bigint;\n}"],
  ["ErrorRecord", "{\n    error: number;\n    message: string;\n}"],
])("shows plain fields when an editor hovers %s", (name, fields) => {
  const file = join(folder, "hover.ts");
  writeFileSync(file, `import type { ${name} } from "plant-store-sdk";\nexport type Alias = ${name};\n`);
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({
      strict: true,
      module: ts.ModuleKind.NodeNext,
      preserveSymlinks: true,
      types: [],
    }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    readFile: ts.sys.readFile,
    fileExists: ts.sys.fileExists,
    directoryExists: ts.sys.directoryExists,
  });
  const info = service.getQuickInfoAtPosition(file, readFileSync(file, "utf8").lastIndexOf(name));
  expect(ts.displayPartsToString(info?.displayParts)).toContain(`type ${name} = ${fields}`);
});
