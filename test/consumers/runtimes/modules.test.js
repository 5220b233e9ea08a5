import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const node = (...args) => execFileSync(process.execPath, args, { encoding: "utf8" });
const ofPackages = (modules) =>
  modules.filter((module) => module.includes("node_modules")).map((module) => module.split(/node_modules[\\/]/).at(-1));

/** The hook runs in its own thread, so it prints synchronously. */
function importedBy(entry) {
  const load = `import { writeSync } from "node:fs";
    export const load = (url, context, next) => (writeSync(1, url + "\\n"), next(url, context));`;
  const program = `import { register } from "node:module";
    register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(load)}`)});
    await import(${JSON.stringify(entry)});`;
  return ofPackages(node("--input-type=module", "--eval", program).split("\n"));
}

function requiredBy(entry) {
  const program = `require(${JSON.stringify(entry)}); console.log(Object.keys(require.cache).join("\\n"));`;
  return ofPackages(node("--input-type=commonjs", "--eval", program).split("\n"));
}

const isOurs = (module) => module.startsWith("plant-store-sdk");

test("the client loads itself and openapi-fetch as ES modules", () => {
  const modules = importedBy("plant-store-sdk");
  assert.deepEqual(modules.filter(isOurs), ["plant-store-sdk/dist/index.js"]);
  const others = modules.filter((module) => !isOurs(module));
  assert.deepEqual(others.map((module) => module.split("/")[0]).sort(), ["openapi-fetch"]);
});

test("the client loads itself and openapi-fetch as CommonJS", () => {
  const modules = requiredBy("plant-store-sdk");
  assert.deepEqual(modules.filter(isOurs), ["plant-store-sdk/dist/index.cjs"]);
  const others = modules.filter((module) => !isOurs(module)).map((module) => module.split("/")[0]);
  assert.deepEqual([...new Set(others)].sort(), ["openapi-fetch"]);
});

for (const entry of ["mocks", "mocks/server", "mocks/vite", "conformance"]) {
  test(`plant-store-sdk/${entry} loads where msw is not installed, and nothing of the client`, () => {
    for (const modules of [importedBy(`plant-store-sdk/${entry}`), requiredBy(`plant-store-sdk/${entry}`)]) {
      assert.ok(modules.length > 0);
      assert.deepEqual(
        modules.filter((module) => /^plant-store-sdk\/dist\/index\.|^msw/.test(module)),
        [],
      );
    }
  });
}

test("plant-store-sdk/mocks/app loads nothing of the client or of Node", () => {
  const modules = importedBy("plant-store-sdk/mocks/app").filter(isOurs);
  assert.ok(modules.length > 0);
  for (const module of modules) {
    const text = readFileSync(join("node_modules", module), "utf8");
    assert.doesNotMatch(text, /(?:from|import) ?["'](?:node:|\.\/index\.js)/, module);
  }
});

test("plant-store-sdk/mocks/msw asks for msw", async () => {
  await assert.rejects(import("plant-store-sdk/mocks/msw"), { code: "ERR_MODULE_NOT_FOUND", message: /'msw'/ });
});
