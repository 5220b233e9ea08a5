import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";

const { PATH = "", HOME = "" } = process.env;
export const env = { PATH, HOME, NO_COLOR: "1", npm_config_audit: "false", npm_config_prefer_offline: "true" };

/** Runs a line of a page in a shell. */
export async function run(line: string, cwd: string, variables = {}) {
  const options = { cwd, shell: true, env: { ...env, ...variables }, maxBuffer: 2 ** 26 };
  const outcome = await promisify(execFile)(line, [], options).catch((error) => error);
  return { code: outcome.code ?? 0, stdout: String(outcome.stdout), stderr: String(outcome.stderr) };
}

export async function succeed(line: string, cwd: string, variables = {}): Promise<void> {
  const { code, stdout, stderr } = await run(line, cwd, variables);
  expect(code, `${line}\n${stdout}${stderr}`).toBe(0);
}
