import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { stopped } from "./child.ts";
import type { Runtime } from "./runtimes.ts";

const MAX_START_MS = 30_000;
/** Linux counts a process's time in hundredths of a second. */
const MS_A_TICK = 10;

/** A server that accepts connections, in a process of its own. */
export interface ServerProcess {
  /** From its start to the first connection. */
  readonly readyMs: number;
  /** Its memory and its processor time so far, where the machine tells. */
  usage(): { readonly rssMb: number; readonly cpuMs: number } | undefined;
  stop(): Promise<void>;
}

/** Starts a file, from bench/ or with a whole path, as a server on a port. */
export async function startServer(
  { path }: Runtime,
  file: string,
  args: readonly string[],
  port: number,
): Promise<ServerProcess> {
  const startMs = performance.now();
  // They log each request: to where nobody waits for it to be read.
  const child = spawn(path, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    stdio: ["ignore", "ignore", "ignore"],
  });
  let end: string | undefined;
  child.once("error", ({ message }) => {
    end = message;
  });
  child.once("exit", (code, signal) => {
    end = `It ended ${signal === null ? `with ${code}` : `by ${signal}`} before it accepted a connection.`;
  });
  while (!(await accepts(port))) {
    if (end !== undefined) {
      throw new Error(end);
    }
    if (performance.now() - startMs > MAX_START_MS) {
      await stopped(child);
      throw new Error(`It accepted no connection for ${MAX_START_MS} ms.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const readyMs = performance.now() - startMs;
  return { readyMs, usage: () => usageOf(child.pid), stop: () => stopped(child) };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function usageOf(pid: number | undefined): ReturnType<ServerProcess["usage"]> {
  const folder = `/proc/${pid}`;
  if (!existsSync(folder)) {
    return undefined;
  }
  const rssKb = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`${folder}/status`, "utf8"))?.[1];
  // The name before ")" may hold anything; the user's and the system's time are the 12th and 13th after it.
  const fields = readFileSync(`${folder}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return { rssMb: Number(rssKb) / 1024, cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_A_TICK };
}
