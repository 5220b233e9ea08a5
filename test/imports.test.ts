import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Rule {
  /** The files and folders it may import, in addition to its own folder. */
  readonly values: readonly string[];
  /** Of those, what it may not. */
  readonly except?: readonly string[];
  readonly types?: readonly string[];
  readonly packages: readonly string[];
}

const shared = (...names: string[]) => names.map((name) => `src/shared/${name}.ts`);
const schemas = ["src/shared/", "src/schemas.ts", "src/standard-schema.ts"];
/** Runs where there is no Node. */
const app: Rule = { values: [...schemas, "mocks/"], except: ["mocks/server"], packages: [] };
const mocks: Rule = { values: schemas, types: ["src/"], packages: ["@msw/data"] };

/** The longest matching path applies. Biome refuses circles. */
const RULES: Readonly<Record<string, Rule>> = {
  "src/": { values: ["src/"], packages: ["openapi-fetch"] },
  "src/shared/": { values: [], types: ["src/generated/"], packages: [] },
  "src/generated/": { values: [], packages: [] },
  "mocks/": mocks,
  "mocks/msw.ts": { values: [...schemas, "mocks/"], packages: ["msw"] },
  "mocks/app.ts": app,
  "mocks/app/": app,
  "mocks/server.ts": { values: [...schemas, "mocks/"], packages: ["node:"] },
  "mocks/server/": { ...mocks, values: [...schemas, "mocks/"], packages: ["node:"] },
  // The suite reads options and bodies and makes texts safe with shared rules, and takes the contract's types.
  "conformance/": {
    values: [
      "conformance/",
      ...shared("curl", "limits", "operation", "options", "read-body", "redact", "text", "token"),
    ],
    types: ["src/generated/"],
    packages: [],
  },
  // It judges responses with code of its own, so that it doesn't repeat a mistake of the client or the mock.
  "conformance/judge.ts": { values: ["conformance/"], packages: [] },
  "cli/": { values: [...schemas, "mocks/", "conformance/"], packages: ["node:"] },
  "examples/": { values: [], packages: ["*"] },
};

const isWithin = (path: string, places: readonly string[] = []) => places.some((place) => path.startsWith(place));

const findPlace = (file: string) =>
  Object.keys(RULES)
    .filter((place) => file.startsWith(place))
    .sort((a, b) => b.length - a.length)[0] ?? "";

function forbiddenImports(file: string, text: string): readonly string[] {
  const place = findPlace(file);
  const { values, except, types = [], packages } = RULES[place] ?? { values: [], packages: [] };
  return importsIn(text).flatMap(({ from, isType }) => {
    if (!from.startsWith(".")) {
      return packages.includes("*") || isWithin(from, packages) ? [] : [from];
    }
    const target = posix.join(posix.dirname(file), from);
    const allowed = isType ? [...values, ...types] : values;
    return findPlace(target) === place || (isWithin(target, allowed) && !isWithin(target, except)) ? [] : [from];
  });
}

const importsIn = (text: string) =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => ({
    from: fileName,
    isType: /\b(?:import|export) type [^"';]*"?$/.test(text.slice(0, pos)),
  }));

const files = ["src", "mocks", "conformance", "cli", "examples"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => posix.join(folder, name.replaceAll("\\", "/")))
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !/\/(?:node_modules|dist|public)\//.test(path)),
);

it.each(files)("%s imports only what its folder may", (file) => {
  expect(forbiddenImports(file, readFileSync(join(root, file), "utf8"))).toEqual([]);
});

it("has no rule for a place that doesn't exist", () => {
  expect(Object.keys(RULES).filter((place) => !existsSync(join(root, place)))).toEqual([]);
});

it.each([
  ["src/client.ts", "../mocks/mock.ts"],
  ["src/client.ts", "node:http"],
  ["src/shared/text.ts", "../schemas.ts"],
  ["mocks/mock.ts", "../src/client.ts"],
  ["mocks/mock.ts", "msw"],
  ["mocks/mock.ts", "./server/serve.ts"],
  ["mocks/app/app.ts", "../server/serve.ts"],
  ["mocks/server/serve.ts", "../../src/retry.ts"],
  ["conformance/cases.ts", "../src/schemas.ts"],
  ["cli/mock.ts", "../src/client.ts"],
  ["examples/browser/src/main.ts", "../../../mocks/index.ts"],
])("forbids %s to import %s", (file, from) => {
  for (const statement of [
    `import { type x } from "${from}";`,
    `export * from "${from}";`,
    `await import("${from}");`,
  ]) {
    expect(forbiddenImports(file, statement)).toEqual([from]);
  }
});

it("allows the mocks types of the client, and the conformance suite neither", () => {
  const statement = 'import type { Plant } from "../src/client.ts";';
  expect(forbiddenImports("mocks/mock.ts", `${statement}\nimport { x } from "../src/client.ts";`)).toHaveLength(1);
  expect(forbiddenImports("mocks/mock.ts", statement)).toEqual([]);
  expect(forbiddenImports("conformance/cases.ts", statement)).toEqual(["../src/client.ts"]);
});
