import { readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What the files of a place may import, and of what only types. The longest place applies. Biome refuses circles of files. */
const RULES: Readonly<Record<string, readonly [values: RegExp, types?: RegExp]>> = {
  "shared/": [/^shared\//],
  "shared/generated/": [/^$/],
  "src/": [/^(?:shared|src)\/|^openapi-fetch$/],
  // Knows no operation.
  "src/engine/": [/^shared\/(?!generated\/)|^src\/engine\//],
  // The folders of the mock. Each may import from those listed before it, also types.
  "mocks/wire/": [/^shared\/|^mocks\/wire\//],
  "mocks/input/": [/^shared\/|^mocks\/(?:wire|input)\//],
  "mocks/plants/": [/^shared\/|^src\/(?:schemas|forms|read-record)\.|^mocks\/(?:wire|input|plants)\/|^@msw\/data$/],
  "mocks/requests/": [/^shared\/|^mocks\/(?:wire|input|plants|requests)\//],
  "mocks/faults/": [/^shared\/|^mocks\/(?:wire|input|plants|requests|faults)\//],
  "mocks/core/": [/^shared\/|^mocks\/(?:wire|input|plants|requests|faults|core)\//],
  // The transports: in this process, in a web runtime, and over sockets.
  "mocks/in-process/": [/^shared\/|^mocks\/(?:wire|input|plants|requests|faults|core|in-process)\//],
  "mocks/in-process/msw-handlers.ts": [/^shared\/|^mocks\/core\/address\.|^mocks\/in-process\/|^msw$/],
  // Runs where there is no Node.
  "mocks/app/": [/^shared\/|^mocks\/(?:wire|input|plants|requests|faults|core|in-process|app)\//],
  "mocks/server/": [/^shared\/|^mocks\/(?:wire|requests|core|in-process|app|server)\/|^node:/],
  // The entry points.
  "mocks/": [/^mocks\/\w[\w-]*\//],
  // Takes what judges nothing and the contract's types. The rest is its own, so that no mistake of the client or the mock is in it.
  "conformance/": [
    /^conformance\/|^shared\/(?:option-checks|base-url|token|text|read-body|utf8|response-headers)\./,
    /^shared\/generated\//,
  ],
  "conformance/judge.ts": [/^conformance\//],
  "cli/": [/^(?:shared|cli|mocks|conformance)\/|^node:/],
  "examples/": [/^(?!(?:shared|src|mocks|conformance|cli|test)\/)/],
};

const importsIn = (text: string) =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => ({
    from: fileName,
    isType: /\b(?:import|export) type [^"';]*"?$/.test(text.slice(0, pos)),
  }));

function forbiddenImports(file: string, text: string): readonly string[] {
  const places = Object.keys(RULES).filter((place) => file.startsWith(place));
  const [values, types] = RULES[places.sort((a, b) => b.length - a.length)[0] ?? ""] ?? [/^$/];
  const isAllowed = (target: string, isType: boolean) => values.test(target) || (isType && types?.test(target));
  return importsIn(text)
    .filter(({ from, isType }) => !isAllowed(from.startsWith(".") ? posix.join(file, "..", from) : from, isType))
    .map(({ from }) => from);
}

const listFiles = (folder: string) =>
  ts.sys
    .readDirectory(
      join(root, folder),
      [".ts", ".tsx", ".js", ".mjs", ".cjs"],
      ["**/node_modules", "**/dist", "**/public"],
    )
    .map((file) => relative(root, file).replaceAll("\\", "/"));

const read = (file: string) => readFileSync(join(root, file), "utf8");

it.each(["shared", "src", "mocks", "conformance", "cli", "examples"].flatMap(listFiles))(
  "%s imports only what its folder may",
  (file) => {
    expect(forbiddenImports(file, read(file))).toEqual([]);
  },
);

it.each([
  ["src/client.ts", "../mocks/index.ts"],
  ["src/engine/attempt.ts", "../../shared/generated/openapi.ts"],
  ["mocks/core/state.ts", "../in-process/mock.ts"],
  ["conformance/cases.ts", "../shared/limits.ts"],
  ["conformance/judge.ts", "../shared/text.ts"],
  ["examples/react/src/main.tsx", "../../../mocks/index.ts"],
])("forbids %s to import %s", (file, from) => {
  const statements = [`import { type x } from "${from}";`, `export * from "${from}";`, `await import("${from}");`];
  expect(forbiddenImports(file, statements.join("\n"))).toEqual([from, from, from]);
});

it("forbids the conformance suite to import types of the client", () => {
  const from = "../src/client.ts";
  expect(forbiddenImports("conformance/cases.ts", `import type { x } from "${from}";`)).toEqual([from]);
});
