import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

it("shows the plain fields of records in editors", () => {
  const records = ["Plant", "NewPlant", "ErrorRecord"];
  const aliases = records.map((name) => `export type My${name} = ${name};\n`);
  const imported = `import type { ${records.join(", ")} } from "plant-store-sdk";\n`;
  const { program, statements } = compile(imported + aliases.join(""));
  const checker = program.getTypeChecker();
  const types = statements.flatMap((statement) => (ts.isTypeAliasDeclaration(statement) ? [statement.type] : []));
  const toText = (type: ts.TypeNode) =>
    checker.typeToString(checker.getTypeFromTypeNode(type), undefined, ts.TypeFormatFlags.InTypeAlias);
  expect(types.map(toText)).toEqual([
    expect.stringMatching(/^\{ name: string; tag\?: string \| undefined; .*\}$/),
    expect.stringMatching(/^\{ name: string; tag\?: string \| undefined; .*id: number \| bigint; \}$/),
    "{ error: number; message: string; }",
  ]);
});
