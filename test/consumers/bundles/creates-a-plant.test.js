import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { createContext, runInContext } from "node:vm";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import esbuild from "esbuild";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { rollup } from "rollup";
import * as vite from "vite";
import webpack from "webpack";

const id = 9007199254740993n;

/** Browsers have no process, Buffer or require. */
const browserGlobals = [
  "AbortController",
  "AbortSignal",
  "DOMException",
  "FormData",
  "Headers",
  "Request",
  "Response",
  "URL",
];
const browserFunctions = [
  "fetch",
  "setTimeout",
  "clearTimeout",
  "TextEncoder",
  "TextDecoder",
  "crypto",
  "console",
  "performance",
];

const client = readFileSync("node_modules/plant-store-sdk/dist/index.js", "utf8");
const chunksOfTheClient = new Set(client.match(/chunk-[A-Z0-9]{8}\.js/g) ?? []);

const bundlers = {
  async esbuild(outfile) {
    const options = { entryPoints: ["page.js"], bundle: true, minify: true, platform: "browser", metafile: true };
    const { metafile } = await esbuild.build({ ...options, outfile });
    return Object.keys(metafile.inputs);
  },
  async rollup(file) {
    const bundle = await rollup({ input: "page.js", plugins: [nodeResolve({ browser: true })] });
    await bundle.write({ file, format: "iife" });
    return bundle.watchFiles;
  },
  async vite(outfile) {
    const modules = [];
    const list = { name: "list", moduleParsed: (module) => modules.push(module.id) };
    const output = { format: "iife", entryFileNames: outfile };
    const build = { outDir: ".", emptyOutDir: false, rollupOptions: { input: "page.js", output } };
    await vite.build({ configFile: false, logLevel: "error", plugins: [list], build });
    return modules;
  },
  async webpack(filename) {
    const output = { path: resolve("."), filename };
    const compiler = webpack({ mode: "production", target: "web", entry: "./page.js", output });
    const stats = await promisify(compiler.run.bind(compiler))();
    const { modules, errors } = stats.toJson({ all: false, errors: true, modules: true, nestedModules: true });
    assert.deepEqual(errors, []);
    return modules.flatMap((module) => [module, ...(module.modules ?? [])]).map(({ name }) => name);
  },
};

let server;
before(async () => {
  server = await startMockServer({ token: "secret" });
});
after(() => server.close());

for (const [name, bundle] of Object.entries(bundlers)) {
  test(`the bundle of ${name} has nothing of the mocks, and creates a plant without Node`, async () => {
    const modules = await bundle(`${name}.bundle.js`);
    const ours = modules
      .filter((module) => module?.includes("plant-store-sdk"))
      .map((module) => module.split("/").at(-1));
    assert.deepEqual([...new Set(ours)].sort(), ["index.js", ...chunksOfTheClient].sort());

    const code = readFileSync(`${name}.bundle.js`, "utf8");
    assert.doesNotMatch(code, /the mock |msw|node:/);
    const page = createContext(
      Object.fromEntries([...browserGlobals, ...browserFunctions].map((global) => [global, globalThis[global]])),
    );
    server.mock.reset();
    runInContext(code, page);
    assert.equal((await page.createFern(server.url)).name, "Fern");
    assert.equal(server.mock.plants.get(id)?.id, id);
  });
}
