/**
 * Generates int64 as `number | bigint`, since a number is exact only up to 2^53, and optional properties that may be
 * `undefined`, so that `{ tag: form.tag }` compiles under `exactOptionalPropertyTypes`. `--check` fails if the file is stale.
 */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import SwaggerParser from "@apidevtools/swagger-parser";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const contract = new URL("../openapi.yaml", import.meta.url);
const output = new URL("../src/generated/openapi.ts", import.meta.url);

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

await SwaggerParser.validate(fileURLToPath(contract));

const nodes = await openapiTS(contract, {
  transform: (schema) => (schema.format === "int64" ? factory.createUnionTypeNode([number, bigint]) : undefined),
});
const text = `// Generated from openapi.yaml by "npm run generate". Do not edit.\n\ntype Undefined = undefined;\n\n${astToString(nodes.map(allowUndefined))}`;

if (!process.argv.includes("--check")) {
  await writeFile(output, text);
} else if ((await readFile(output, "utf8").catch(() => "")) !== text) {
  console.error('src/generated/openapi.ts is stale: run "npm run generate" and commit the result.');
  process.exitCode = 1;
}
