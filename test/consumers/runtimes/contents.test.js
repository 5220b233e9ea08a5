import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";

const home = "node_modules/plant-store-sdk";
const files = readdirSync(home, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) =>
    join(entry.parentPath, entry.name)
      .replaceAll("\\", "/")
      .slice(home.length + 1),
  );
const text = (file) => readFileSync(join(home, file), "utf8");
const manifest = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));

test("the install brings openapi-fetch, its type helpers and nothing else", () => {
  const installed = readdirSync("node_modules").filter((name) => !name.startsWith("."));
  assert.deepEqual(installed, ["openapi-fetch", "openapi-typescript-helpers", "plant-store-sdk"]);
});

test("no package of the install has an install script", () => {
  for (const name of ["openapi-fetch", "openapi-typescript-helpers", "plant-store-sdk"]) {
    const scripts = Object.keys(manifest(name).scripts ?? {});
    assert.deepEqual(
      scripts.filter((script) => /^(pre|post)?install$/.test(script)),
      [],
      name,
    );
  }
});

test("the package contains what its entries need, documents and examples, and nothing else", () => {
  const entries = ["index", "mocks", "mocks-msw", "mocks-server", "mocks-vite", "conformance"];
  const built = [
    ...entries.flatMap((name) => ["js", "cjs", "d.ts", "d.cts"].map((end) => `${name}.${end}`)),
    ...["js", "d.ts"].map((end) => `mocks-app.${end}`),
    "index.js.map",
  ];
  const command = ["plant-store.js", "THIRD-PARTY-LICENSES"];
  const isChunk = (file) => /^dist\/(chunk|mock|verify)-[A-Z0-9]{8}\.js$/.test(file);
  const isSharedType = (file) => /^dist\/(?:records|options)-[\w-]{8}\.d\.c?ts$/.test(file);
  const isOther = (file) => /^(docs|examples)\/|^[A-Z_]+\.md$/.test(file);
  assert.deepEqual(
    files.filter((file) => !isChunk(file) && !isSharedType(file) && !isOther(file)).sort(),
    ["LICENSE", "openapi.yaml", "package.json", ...[...built, ...command].map((file) => `dist/${file}`)].sort(),
  );
  assert.equal(files.filter(isSharedType).length, 3);
  const all = files
    .filter((file) => file.endsWith(".js"))
    .map(text)
    .join("\n");
  for (const chunk of files.filter(isChunk)) {
    assert.ok(all.includes(`./${basename(chunk)}`), `${chunk} is loaded by nothing`);
  }
});

test("the client alone has a source map, with the sources in it, by relative paths", () => {
  const mapped = files.filter((file) => file.endsWith(".js") && text(file).includes("//# sourceMappingURL="));
  assert.deepEqual(mapped, ["dist/index.js"]);
  const { sources, sourcesContent } = JSON.parse(text("dist/index.js.map"));
  for (const [index, source] of sources.entries()) {
    assert.match(source, /^\.\.\/(src|node_modules)\//);
    assert.equal(typeof sourcesContent[index], "string", source);
  }
});

test("a stack leads back to the source", () => {
  const throws =
    'import { parsePlantId } from "plant-store-sdk"; try { parsePlantId("one"); } catch (e) { console.log(e.stack); }';
  const args = ["--enable-source-maps", "--input-type=module", "--eval", throws];
  assert.match(execFileSync(process.execPath, args, { encoding: "utf8" }), /src[\\/]schemas\.ts:\d+/);
});

test("every file that package.json names is there", () => {
  const { bin, main, module, types, exports } = manifest("plant-store-sdk");
  const named = JSON.stringify({ bin, main, module, types, exports }).match(/\.\/(dist\/)?[\w-]+\.[\w.]+/g);
  for (const file of named.filter((name) => !["./mocks", "./conformance"].includes(name))) {
    assert.ok(existsSync(join(home, file)), file);
  }
});
