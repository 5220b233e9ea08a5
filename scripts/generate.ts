/**
 * Generates the types of the contract, and a module with the files of the mock's page, since no loader of Node, vitest and tsx
 * imports a `.js` file as text. `--check` fails if a file is stale.
 *
 * int64 is generated as `number | bigint`, since a number is exact only up to 2^53, and optional properties may be
 * `undefined`, so that `{ tag: form.tag }` compiles under `exactOptionalPropertyTypes`.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString, type SchemaObject } from "openapi-typescript";
import ts from "typescript";

const contract = new URL("../openapi.yaml", import.meta.url);
const page = new URL("../mocks/app/page/", import.meta.url);

const { factory } = ts;
const bigint = factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
const number = factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword);
// An alias, since editors show `undefined` twice for an optional field of type `string | undefined`.
const undefinedType = factory.createTypeReferenceNode("Undefined");

function allowUndefined<T extends ts.Node>(root: T): T {
  const visit = (node: ts.Node): ts.Node => {
    const visited = ts.visitEachChild(node, visit, undefined);
    if (
      !ts.isPropertySignature(visited) ||
      visited.questionToken === undefined ||
      visited.type === undefined ||
      visited.type.kind === ts.SyntaxKind.NeverKeyword
    ) {
      return visited;
    }
    const type = factory.createUnionTypeNode([visited.type, undefinedType]);
    return factory.updatePropertySignature(visited, visited.modifiers, visited.name, visited.questionToken, type);
  };
  return ts.visitNode(root, visit) as T;
}

/** What editors show for an int64, after its description in the contract, which knows no JavaScript. */
const INT64_HINT = " A `number` up to 2^53 − 1, or a `bigint`. For text, use `parsePlantId`.";

function transformInt64(schema: SchemaObject): ts.TypeNode | undefined {
  if (schema.format !== "int64") {
    return undefined;
  }
  // openapi-typescript transforms a schema twice.
  if (!schema.description?.endsWith(INT64_HINT)) {
    schema.description = `${schema.description ?? ""}${INT64_HINT}`;
  }
  return factory.createUnionTypeNode([number, bigint]);
}

const nodes = await openapiTS(contract, { transform: transformInt64 });
const types = `type Undefined = undefined;\n\n${astToString(nodes.map(allowUndefined))}`;

const contractText = await readFile(contract, "utf8");
const pageFiles: Record<string, string> = {};
for (const name of (await readdir(page)).sort()) {
  pageFiles[name] = await readFile(new URL(name, page), "utf8");
}
const assets = [
  `export const CONTRACT =\n  ${JSON.stringify(contractText)};\n`,
  `export const PAGE_FILES: Readonly<Record<string, string>> = ${JSON.stringify(pageFiles, null, 2)};\n`,
].join("\n");

await writeOrCheck("shared/generated/openapi.ts", "openapi.yaml", types);
await writeOrCheck("mocks/app/generated/assets.ts", "openapi.yaml and mocks/app/page", assets);

async function writeOrCheck(path: string, source: string, code: string): Promise<void> {
  const file = new URL(`../${path}`, import.meta.url);
  const text = `// Generated from ${source} by "npm run generate". Do not edit.\n\n${code}`;
  if (!process.argv.includes("--check")) {
    await writeFile(file, text);
  } else if ((await readFile(file, "utf8").catch(() => "")) !== text) {
    console.error(`${path} is stale: run "npm run generate" and commit the result.`);
    process.exitCode = 1;
  }
}
