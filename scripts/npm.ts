import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs a command to its end and gives what it printed; its errors go to this process's own. */
export function run(command: string, args: readonly string[], cwd: string, env = process.env): string {
  return execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/** Runs npm, with no more said than its errors: the one that runs this script, which every system can start by Node. */
export function npm(args: readonly string[], cwd: string, env = process.env): string {
  const { npm_execpath: path } = process.env;
  const [command, ...first] = path === undefined ? ["npm"] : [process.execPath, path];
  return run(command, [...first, "--loglevel=error", ...args], cwd, env);
}

/** Packs what is built, and gives the tarball's name in the folder. */
export function pack(folder: string): string {
  return npm(["pack", "--ignore-scripts", "--pack-destination", folder], root).trim().split("\n").at(-1) ?? "";
}
