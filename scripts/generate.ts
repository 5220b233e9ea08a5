/**
 * Generates the types of the contract, and a module with the files of the mock's page, since no loader of Node, vitest and
 * tsx imports a `.js` file as text. `--check` fails if a file is stale.
 *
 * int64 is generated as `number | bigint`, since a number is exact only up to 2^53, and optional properties may be
 * `undefined`, so that `{ tag: form.tag }` compiles under `exactOptionalPropertyTypes`.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
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

const nodes = await openapiTS(contract, {
  transform: (schema) => (schema.format === "int64" ? factory.createUnionTypeNode([number, bigint]) : undefined),
});
const types = `type Undefined = undefined;\n\n${astToString(nodes.map(allowUndefined))}`;

const pageFiles: Record<string, string> = {};
for (const name of (await readdir(page)).sort()) {
  pageFiles[name] = await readFile(new URL(name, page), "utf8");
}
const assets = [
  `export const CONTRACT =\n  ${JSON.stringify(await readFile(contract, "utf8"))};\n`,
  `export const PAGE_FILES: Readonly<Record<string, string>> = ${JSON.stringify(pageFiles, null, 2)};\n`,
].join("\n");

await writeOrCheck("src/generated/openapi.ts", "openapi.yaml", types);
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
