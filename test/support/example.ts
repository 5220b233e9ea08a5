import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import { vi } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { PATH = "" } = process.env;

/** `code` is `null` if a signal ended the example. */
export interface ExampleOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | string | null;
}

export interface RunningExample {
  readonly process: ChildProcess;
  readonly outcome: Promise<ExampleOutcome>;
}

export async function runExample(name: string, env: Readonly<Record<string, string>> = {}): Promise<ExampleOutcome> {
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
    await import(/* @vite-ignore */ `${root}examples/${name}`);
    return { stdout: written.log, stderr: written.error, code: process.exitCode };
  } finally {
    process.exitCode = exitCode;
    vi.unstubAllEnvs();
    vi.mocked(console.log).mockRestore();
    vi.mocked(console.error).mockRestore();
  }
}

export function startExample(
  [name, ...args]: readonly [name: string, ...args: string[]],
  env: Readonly<Record<string, string>> = {},
  preload: readonly string[] = [],
): RunningExample {
  const imports = ["tsx", ...preload].flatMap((module) => ["--import", module]);
  const child = spawn(process.execPath, [...imports, `examples/${name}`, ...args], {
    cwd: root,
    env: { PATH, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const outcome = async (): Promise<ExampleOutcome> => {
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    return { stdout, stderr, code: code as number | null };
  };
  return { process: child, outcome: outcome() };
}
