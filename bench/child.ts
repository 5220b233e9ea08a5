import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Runtime } from "./runtimes.ts";

/** A process of bench/ that answers each message with one. */
export interface Child<Asked, Answered> {
  ask(message: Asked): Promise<Answered>;
  stop(): Promise<void>;
}

/** Runs a file of bench/ on a Node, until it says that it is ready. */
export async function startChild<Asked extends object, Answered>(
  { path }: Runtime,
  file: string,
  args: readonly string[],
  nodeArgs: readonly string[] = [],
): Promise<Child<Asked, Answered>> {
  const child = spawn(path, [...nodeArgs, fileURLToPath(new URL(file, import.meta.url)), ...args], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const next = async (): Promise<unknown> => {
    const ended = new AbortController();
    const [message] = await Promise.race([
      once(child, "message", ended),
      once(child, "exit", ended).then(() => {
        throw new Error(reasonIn(errors));
      }),
    ]).finally(() => ended.abort());
    return message;
  };
  await next();
  return {
    async ask(message) {
      child.send(message);
      return (await next()) as Answered;
    },
    stop: () => stopped(child),
  };
}

/** Ends a process that was started here, and waits for that. */
export async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }
}

/** What a Node that ended by an error says of it. */
export function reasonIn(errors: string): string {
  const line = errors.split("\n").find((each) => /^\S*Error\b/.test(each));
  return (line ?? (errors.trim().split("\n").at(-1) || "It ended without a word.")).slice(0, 200);
}
