import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The plant-store command, from its source, in a process of its own. */
export interface Command {
  readonly process: ChildProcess;
  readonly stdout: string;
  readonly stderr: string;
  /** What it exits with, when it has. */
  readonly exited: Promise<number | null>;
  /** Waits until stdout holds what matches, and gives that. It fails where the command exits first. */
  waitFor(pattern: RegExp, stream?: "stdout" | "stderr"): Promise<RegExpExecArray>;
}

/** Starts the command for one test, with no variables but the given ones. */
export function plantStore(args: readonly string[], env: Readonly<Record<string, string>> = {}): Command {
  const child = spawn(process.execPath, ["--import", "tsx", "cli/plant-store.ts", ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const texts = { stdout: "", stderr: "" };
  let notice = () => {};
  let isOver = false;
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      texts[stream] += text;
      notice();
    });
  }
  const exited = once(child, "close").then(([code]) => {
    isOver = true;
    notice();
    return code as number | null;
  });
  return {
    process: child,
    get stdout() {
      return texts.stdout;
    },
    get stderr() {
      return texts.stderr;
    },
    exited,
    async waitFor(pattern, stream = "stdout") {
      for (;;) {
        const found = pattern.exec(texts[stream]);
        if (found) {
          return found;
        }
        if (isOver) {
          throw new Error(`It exited without ${pattern} on ${stream}: ${texts.stdout}${texts.stderr}`);
        }
        await new Promise<void>((resolve) => {
          notice = resolve;
        });
      }
    },
  };
}
