import { readdir, readFile } from "node:fs/promises";
import ts from "typescript";
import { expect, it } from "vitest";

const folder = new URL("../../conformance/", import.meta.url);

/** The shared rules that check options, build requests, limit what is read or make text safe. None judges a response. */
const ALLOWED = [
  "base-url",
  "read-body",
  "integers",
  "limits",
  "nearest",
  "operation",
  "options",
  "redact",
  "text",
  "token",
].map((rule) => `../src/shared/${rule}.ts`);

const files = await readdir(folder);
const sources = await Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
const listImports = (source: string) =>
  ts.preProcessFile(source, true, true).importedFiles.map(({ fileName }) => fileName);

it("imports input checks, limits, redaction and text safety from src/rules, and nothing else", () => {
  const outside = sources.flatMap(listImports).filter((path) => !path.startsWith("./"));
  expect(outside).toContain("../src/shared/redact.ts");
  expect(outside.filter((path) => !ALLOWED.includes(path))).toEqual([]);
});

it("judges responses without the shared rules", () => {
  const imports = listImports(sources[files.indexOf("judge.ts")] ?? "");
  expect(imports).not.toEqual([]);
  expect(imports.filter((path) => !path.startsWith("./"))).toEqual([]);
});
