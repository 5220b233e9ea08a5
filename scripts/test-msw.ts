/**
 * Runs test/msw-matrix against the built package with several versions of msw, each installed in a folder of its own.
 *
 *   npm run test:msw             the oldest msw that is supported, the latest 2 and the latest 3
 *   npm run test:msw -- 2.14.7   another version
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { npm, pack, run } from "./npm.ts";

const VERSIONS = ["2.13.2", "2.15.0", "3.0.5"];
/** msw 3 needs Node 22.12: where an older one runs this, this one is installed for it. */
const NODE_FOR_MSW_3 = "24.21.0";

const root = fileURLToPath(new URL("..", import.meta.url));
const suite = "handlers.test.mjs";

function install(folder: string, packages: readonly string[]): void {
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  npm(["install", "--no-audit", "--no-fund", "--save-exact", ...packages], folder);
}

/** The Node that runs the version. */
function nodeFor(version: string, work: string): string {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (!version.startsWith("3") || major > 22 || (major === 22 && minor >= 12)) {
    return process.execPath;
  }
  const folder = join(work, "node");
  install(folder, [`node@${NODE_FOR_MSW_3}`]);
  return join(folder, "node_modules", "node", "bin", "node");
}

const work = mkdtempSync(join(tmpdir(), "plant-store-msw-"));
try {
  const tarball = pack(work);
  const asked = process.argv.slice(2);
  for (const version of asked.length > 0 ? asked : VERSIONS) {
    const folder = join(work, `msw-${version}`);
    install(folder, [join(work, tarball), `msw@${version}`]);
    copyFileSync(join(root, "test", "msw-matrix", suite), join(folder, suite));
    const node = nodeFor(version, work);
    console.log(`msw ${version} on Node ${run(node, ["--version"], folder).trim()}`);
    console.log(run(node, ["--test", "--test-reporter=spec", suite], folder));
  }
} catch (error) {
  // What failed is in its output.
  console.error((error as { stdout?: string }).stdout || error);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
