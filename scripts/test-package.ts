/**
 * Packs what is built, installs it in a fresh copy of every project of test/consumers, and runs that project's test.
 * What can't be installed or can't run fails like a test that fails.
 *
 *   npm run test:package                              builds and checks the package, then runs all of them
 *   npx tsx scripts/test-package.ts node-20 workerd   these alone, with what is in dist
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Consumer, consumers } from "./consumers.ts";
import { pack } from "./npm.ts";

const TIMEOUT_MS = 120_000;

interface Step {
  readonly isDone: boolean;
  readonly seconds: number;
  readonly output: string;
}

function npm(args: readonly string[], cwd: string): Step {
  const start = performance.now();
  const { status, error, stdout, stderr } = spawnSync("npm", [...args, "--loglevel=error"], {
    cwd,
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = [stdout, stderr, error?.message].filter(Boolean).join("\n");
  return { isDone: status === 0, seconds: (performance.now() - start) / 1000, output };
}

interface Row {
  readonly name: string;
  readonly result: "passed" | "FAILED" | "NOT INSTALLED";
  readonly installSeconds: number;
  readonly testSeconds: number;
}

function runConsumer({ name, copyTo }: Consumer, folder: string, tarball: string): Row {
  copyTo(folder, tarball);
  const install = npm(["install", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"], folder);
  const test = install.isDone ? npm(["test"], folder) : undefined;
  const result = test === undefined ? "NOT INSTALLED" : test.isDone ? "passed" : "FAILED";
  if (result !== "passed") {
    console.error(`\n=== ${name}: ${result}\n${(test ?? install).output}\n`);
  }
  return { name, result, installSeconds: install.seconds, testSeconds: test?.seconds ?? 0 };
}

function print({ name, result, installSeconds, testSeconds }: Row): void {
  const times = `${installSeconds.toFixed(1).padStart(6)} s to install ${testSeconds.toFixed(1).padStart(6)} s to test`;
  console.log(`${name.padEnd(24)} ${result.padEnd(14)} ${times}`);
}

const asked = process.argv.slice(2);
const known = consumers();
const unknown = asked.filter((name) => !known.some((consumer) => consumer.name === name));
if (unknown.length > 0) {
  throw new Error(`No such consumer: ${unknown.join(", ")}. There are: ${known.map(({ name }) => name).join(", ")}.`);
}

const work = mkdtempSync(join(tmpdir(), "plant-store-package-"));
try {
  const start = performance.now();
  const tarball = join(work, pack(work));
  const chosen = known.filter(({ name }) => asked.length === 0 || asked.includes(name));
  const rows = chosen.map((consumer) => {
    const folder = join(work, consumer.name);
    const row = runConsumer(consumer, folder, tarball);
    print(row);
    // Some bring half a gigabyte.
    rmSync(folder, { recursive: true, force: true });
    return row;
  });
  const failed = rows.filter(({ result }) => result !== "passed").map(({ name }) => name);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${rows.length - failed.length} of ${rows.length} consumers passed, in ${seconds} s`);
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(", ")}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
