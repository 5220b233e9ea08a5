import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, expect, inject, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "plant-store-types-"));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "node_modules"));
symlinkSync(inject("packed"), join(folder, "node_modules/plant-store-sdk"), "junction");

function compile(source: string) {
  const path = join(folder, "index.ts");
  writeFileSync(path, source);
  const options = { strict: true, module: ts.ModuleKind.NodeNext, types: [], preserveSymlinks: true };
  const program = ts.createProgram([path], options);
  expect(ts.getPreEmitDiagnostics(program)).toEqual([]);
  return { program, statements: program.getSourceFile(path)?.statements ?? [] };
}

function measureCost(source: string) {
  const { program } = compile(source);
  const files = program.getSourceFiles().filter(({ isDeclarationFile }) => isDeclarationFile);
  const lines = files.reduce((sum, file) => sum + file.getLineStarts().length, 0);
  return { lines, instantiations: program.getInstantiationCount() };
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

it("has records with plain fields, which an editor shows", () => {
  const records = ["Plant", "NewPlant", "ErrorRecord"];
  const aliases = records.map((name) => `export type My${name} = ${name};\n`);
  const imported = `import type { ${records.join(", ")} } from "plant-store-sdk";\n`;
  const { program, statements } = compile(imported + aliases.join(""));
  const checker = program.getTypeChecker();
  const types = statements.flatMap((statement) => (ts.isTypeAliasDeclaration(statement) ? [statement.type] : []));
  const toText = (type: ts.TypeNode) =>
    checker.typeToString(checker.getTypeFromTypeNode(type), undefined, ts.TypeFormatFlags.InTypeAlias);
  expect(types.map(toText)).toEqual([
    "{ name: string; tag?: string | undefined; }",
    "{ name: string; tag?: string | undefined; id: number | bigint; }",
    "{ error: number; message: string; }",
  ]);
});
