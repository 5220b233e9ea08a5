import { execFile, execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The npm that runs this script, started by Node because Windows can't start npm.cmd without a shell. */
function npmCommand(args: readonly string[]): [command: string, args: string[]] {
  const { npm_execpath: path } = process.env;
  const quiet = ["--loglevel=error", ...args];
  return path === undefined ? ["npm", quiet] : [process.execPath, [path, ...quiet]];
}

export function npm(args: readonly string[], cwd: string, env = process.env): string {
  return execFileSync(...npmCommand(args), { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

export async function npmAsync(args: readonly string[], cwd: string): Promise<void> {
  await promisify(execFile)(...npmCommand(args), { cwd, maxBuffer: 2 ** 26 }).catch((error) => {
    throw new Error(`npm ${args[0]} failed:\n${error.stdout}${error.stderr}`);
  });
}

export function install(folder: string, ...flags: readonly string[]): void {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const installed = join(folder, "node_modules/.installed-lock.json");
  if (!existsSync(installed) || readFileSync(installed, "utf8") !== lock) {
    npm(["ci", "--no-audit", "--no-fund", ...flags], folder);
    writeFileSync(installed, lock);
  }
}

export function pack(folder: string): string {
  const output = npm(["pack", "--ignore-scripts", "--pack-destination", folder], root);
  return join(folder, output.trim().split("\n").at(-1) ?? "");
}
