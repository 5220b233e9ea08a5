import { format } from "node:util";
import { vi } from "vitest";
import { runFile } from "./command.ts";

export async function runExample(name: string, env: Readonly<Record<string, string>> = {}) {
  const written = { log: "", error: "" };
  for (const method of ["log", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((...values) => {
      written[method] += `${format(...values)}\n`;
    });
  }
  for (const [variable, value] of Object.entries({ PLANT_STORE_URL: "", PLANT_STORE_TOKEN: "", ...env })) {
    vi.stubEnv(variable, value);
  }
  const { exitCode } = process;
  process.exitCode = 0;
  try {
    vi.resetModules();
    await import(/* @vite-ignore */ `../../examples/${name}`);
    return { stdout: written.log, stderr: written.error, code: process.exitCode };
  } finally {
    process.exitCode = exitCode;
    vi.unstubAllEnvs();
    vi.mocked(console.log).mockRestore();
    vi.mocked(console.error).mockRestore();
  }
}

/** The outcome's `code` is `null` if a signal ended the example. */
export function startExample(
  [name, ...args]: readonly [name: string, ...args: string[]],
  env: Readonly<Record<string, string>> = {},
) {
  const command = runFile(["--import", "tsx", `examples/${name}`, ...args], { NO_COLOR: "1", ...env });
  const outcome = command.exited.then((code) => ({ stdout: command.stdout, stderr: command.stderr, code }));
  return { process: command.process, outcome };
}
