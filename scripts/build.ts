import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCES = ["src", "mocks", "conformance", "cli", "scripts/build.ts"];
const CONFIGURATION = ["package.json", "package-lock.json", "tsconfig.json", "tsup.config.ts"];

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const cache = "node_modules/.cache";
const built = join(cache, "built-from");

const hash = hashFiles([...SOURCES, ...CONFIGURATION]);
if (!existsSync("dist") || !existsSync(built) || readFileSync(built, "utf8") !== hash) {
  rmSync("dist", { recursive: true, force: true });
  execFileSync(process.execPath, ["node_modules/tsup/dist/cli-default.js", "--silent"], { stdio: "inherit" });
  const maps = readdirSync("dist").filter((file) => file.endsWith(".map"));
  writeFileSync("dist/THIRD-PARTY-LICENSES", thirdPartyLicenses(maps));
  dropSourceMaps(maps.filter((file) => file !== "index.js.map"));
  mkdirSync(cache, { recursive: true });
  writeFileSync(built, hash);
}

function hashFiles(paths: readonly string[]): string {
  const files = paths.flatMap((path) =>
    statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name)),
  );
  const sum = createHash("sha256");
  for (const file of files.sort()) {
    sum.update(`${file}\0`).update(readFileSync(file)).update("\0");
  }
  return sum.digest("hex");
}

/** The scripts are readable without them, and the maps of the mocks alone would be a third of the package. */
function dropSourceMaps(maps: readonly string[]): void {
  for (const map of maps) {
    const script = join("dist", map.slice(0, -".map".length));
    writeFileSync(script, readFileSync(script, "utf8").replaceAll(`//# sourceMappingURL=${map}`, ""));
    rmSync(join("dist", map));
  }
}

function thirdPartyLicenses(maps: readonly string[]): string {
  const sources = maps.flatMap((file) => JSON.parse(readFileSync(join("dist", file), "utf8")).sources as string[]);
  const folders = sources.map((source) => /node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0]);
  const texts = [...new Set(folders)].sort().flatMap((folder) => {
    if (folder === undefined) {
      return [];
    }
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
    const text = file === undefined ? "" : `\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
    return [`${name} ${version}, ${license}\n${text}`];
  });
  return `The mocks contain these packages:\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`;
}
