import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { PATH = "" } = process.env;

/** What an example has written, and what it exited with; `null` where a signal ended it. */
export interface ExampleOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** An example in a process of its own. */
export interface RunningExample {
  readonly process: ChildProcess;
  readonly outcome: Promise<ExampleOutcome>;
}

/** Starts an example, with no variables but the given ones. `preload` is a module that the process imports first. */
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

const NO_NETWORK = new URL("no-network.mjs", import.meta.url).href;

/** Runs an example in a process that a connection to any host ends. */
export function runOffline(name: string): Promise<ExampleOutcome> {
  return startExample([name], {}, [NO_NETWORK]).outcome;
}
