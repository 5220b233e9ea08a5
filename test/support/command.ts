import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, vi } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** `"unread"` is a pipe that nobody reads. */
type Stderr = "pipe" | "unread" | number;

/** Runs a file in a Node process of its own, which ends with the test. */
export function runFile(args: readonly string[], env: Readonly<Record<string, string>>, stderr: Stderr = "pipe") {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", stderr === "unread" ? "pipe" : stderr],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const command = {
    process: child,
    stdout: "",
    stderr: "",
    // "close" would wait until somebody reads the pipe.
    exited: once(child, stderr === "unread" ? "exit" : "close").then(([code]) => code as number | null),
    /** Waits until `pattern` is on stdout. */
    waitFor(pattern: RegExp): Promise<RegExpExecArray> {
      const fail = () => expect.fail(`No ${pattern} on stdout: ${command.stdout}${command.stderr}`);
      return vi.waitFor(() => pattern.exec(command.stdout) ?? fail(), 30_000);
    },
  };
  for (const stream of stderr === "pipe" ? (["stdout", "stderr"] as const) : (["stdout"] as const)) {
    child[stream]?.setEncoding("utf8").on("data", (text: string) => {
      command[stream] += text;
    });
  }
  return command;
}

export const plantStore = (args: readonly string[], env: Readonly<Record<string, string>> = {}, stderr?: Stderr) =>
  runFile(["dist/plant-store.js", ...args], env, stderr);
