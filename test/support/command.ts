import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

export interface Command {
  readonly process: ChildProcess;
  readonly stdout: string;
  readonly stderr: string;
  readonly exited: Promise<number | null>;
  waitFor(pattern: RegExp, stream?: "stdout" | "stderr"): Promise<RegExpExecArray>;
}

/** `"unread"` is a pipe that nobody reads. */
export function plantStore(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stderr: "pipe" | "unread" | number = "pipe",
): Command {
  const child = spawn(process.execPath, ["dist/plant-store.js", ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", stderr === "unread" ? "pipe" : stderr],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const texts = { stdout: "", stderr: "" };
  let notice = () => {};
  let hasExited = false;
  for (const stream of stderr === "pipe" ? (["stdout", "stderr"] as const) : (["stdout"] as const)) {
    child[stream]?.setEncoding("utf8").on("data", (text: string) => {
      texts[stream] += text;
      notice();
    });
  }
  // "close" would wait until somebody reads the pipe.
  const exited = once(child, stderr === "unread" ? "exit" : "close").then(([code]) => {
    hasExited = true;
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
        if (hasExited) {
          throw new Error(`The command exited without ${pattern} on ${stream}: ${texts.stdout}${texts.stderr}`);
        }
        await new Promise<void>((resolve) => {
          notice = resolve;
        });
      }
    },
  };
}
