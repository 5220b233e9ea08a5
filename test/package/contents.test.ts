import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { expect, inject, it, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const packed = inject("packed");
const files = readdirSync(packed, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const read = (path: string) => readFileSync(path, "utf8");

it("passes publint", () => {
  const args = [join(root, "node_modules/publint/src/cli.js"), "run", inject("tarball"), "--strict"];
  expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toContain("All good!");
});

it("contains no path of this machine", () => {
  const paths = [root, `${homedir()}/`, `${tmpdir()}/`];
  expect(files.filter((file) => paths.some((path) => read(file).includes(path)))).toEqual([]);
});

it("contains no source maps, and nothing that refers to one", () => {
  const code = files.filter((file) => /\.(?:c?js|map)$/.test(file));
  expect(code.filter((file) => file.endsWith(".map") || read(file).includes("sourceMappingURL"))).toEqual([]);
});

it("has only declarations that don't mention openapi-fetch", () => {
  const declarations = files.filter((file) => /\.d\.c?ts$/.test(file));
  expect(declarations).toContain(join(packed, "dist/index.d.ts"));
  expect(declarations.filter((file) => /["']openapi-fetch/.test(read(file)))).toEqual([]);
});

it("names each package that it contains in THIRD-PARTY-LICENSES", () => {
  const bundled = files
    .filter((file) => /\.c?js$/.test(file))
    .flatMap((file) =>
      Array.from(read(file).matchAll(/^\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm), ([, name]) => name),
    );
  const named = Array.from(
    read(join(packed, "THIRD-PARTY-LICENSES")).matchAll(/^\S+(?=\n\nMIT License)/gm),
    ([name]) => name,
  );
  expect([...new Set(bundled)].sort()).toEqual(named.sort());
});

it.each([
  ["createPlantStoreClient", "sendOnce"],
  ["sendOnce", "createPlantStoreClient"],
])("adds only what an app imports to its bundle: %s without %s", async (imported, other) => {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const entry = join(folder, "app.js");
  writeFileSync(entry, `export { ${imported} } from ${JSON.stringify(join(root, "dist/index.js"))};`);
  const lib = { entry, formats: ["es" as const], fileName: () => "bundle.js" };
  await build({ root: folder, configFile: false, logLevel: "error", build: { lib, minify: false } });
  const code = read(join(folder, "dist/bundle.js"));
  expect(code).toContain(`function ${imported}(`);
  expect(code).not.toContain(`function ${other}(`);
});
