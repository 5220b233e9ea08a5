import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { npm } from "../scripts/npm.ts";
import type { Runtime } from "./runtimes.ts";

const home = new URL("./", import.meta.url);
const cache = new URL("node_modules/.cache/", home);
const pathOf = (path: string, base: URL = home) => fileURLToPath(new URL(path, base));

/** Installs what the package is compared with, unless that is there already. */
export function installPeers(): void {
  const lock = readFileSync(new URL("package-lock.json", home), "utf8");
  const installed = new URL("node_modules/.installed-lock.json", home);
  if (!existsSync(installed) || readFileSync(installed, "utf8") !== lock) {
    // No script of theirs needs to run.
    npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund"], fileURLToPath(home));
    writeFileSync(installed, lock);
  }
}

/** Generates hey-api's client of the contract, and makes JavaScript of it. Its generator needs Node 22. */
export function generateHeyApi({ path: node }: Runtime): void {
  const generated = pathOf("hey-api/generated", cache);
  const config = pathOf("hey-api/openapi-ts.config.mjs", cache);
  mkdirSync(new URL("hey-api/", cache), { recursive: true });
  const settings = {
    input: pathOf("../openapi.yaml"),
    output: generated,
    plugins: ["@hey-api/client-fetch", { name: "@hey-api/sdk", validator: "valibot" }, "valibot"],
  };
  writeFileSync(config, `export default ${JSON.stringify(settings)};`);
  const program = pathOf("node_modules/@hey-api/openapi-ts/bin/run.js");
  execFileSync(node, [program, "-f", config, "--silent", "--no-log-file"], { stdio: ["ignore", "ignore", "inherit"] });
  const entry = pathOf("hey-api/entry.ts", cache);
  writeFileSync(
    entry,
    'export { createClient } from "./generated/client";\nexport { createPlant } from "./generated/sdk.gen";\n',
  );
  execFileSync(
    process.execPath,
    [
      pathOf("node_modules/esbuild/bin/esbuild"),
      entry,
      "--bundle",
      "--packages=external",
      "--format=esm",
      `--outfile=${pathOf("hey-api/index.mjs", cache)}`,
      "--log-level=error",
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
}

/** Lays what is built where the others are installed: nobody's build changes what is being measured. */
export function installPackage(): void {
  layPackage(new URL("node_modules/plant-store-sdk/", home));
}

/** Lays what is built where it finds msw 3 as "msw": elsewhere that is msw 2. */
export function installBesideMsw3(): void {
  const modules = new URL("msw-3/node_modules/", cache);
  layPackage(new URL("plant-store-sdk/", modules));
  const link = pathOf("msw", modules);
  rmSync(link, { recursive: true, force: true });
  symlinkSync(pathOf("node_modules/msw3"), link, "junction");
}

function layPackage(folder: URL): void {
  rmSync(folder, { recursive: true, force: true });
  for (const path of ["package.json", "dist"]) {
    cpSync(pathOf(`../${path}`), pathOf(path, folder), { recursive: true });
  }
}
