import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";

/** A version of Node that the benchmark runs on. */
export interface Runtime {
  /** Such as "node20". */
  readonly name: string;
  readonly path: string;
  readonly version: string;
}

/** A process of bench/ that answers each message with one. */
export interface Child {
  ask<T>(message: unknown): Promise<T>;
  stop(): Promise<void>;
}

const MAX_START_MS = 30_000;

export const pathTo = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The Node that runs this script. */
export const currentRuntime = (): Runtime => runtimeAt(process.execPath);

/** Node 20 and 24, from bench/package.json. */
export function installedRuntimes(): readonly Runtime[] {
  const program = process.platform === "win32" ? "node.exe" : "node";
  return [20, 24].map((major) =>
    runtimeAt(pathTo(`node_modules/node${major}-${process.platform}-${process.arch}/bin/${program}`)),
  );
}

function runtimeAt(path: string): Runtime {
  const version = execFileSync(path, ["--version"], { encoding: "utf8" }).trim().slice(1);
  return { name: `node${version.split(".")[0]}`, path, version };
}

/** Starts a file of bench/ and waits until it is ready. */
export async function startChild({ path }: Runtime, file: string, ...args: readonly string[]): Promise<Child> {
  const child = spawn(path, ["--expose-gc", pathTo(file), ...args], { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const next = async () => {
    const done = new AbortController();
    const [message] = await Promise.race([
      once(child, "message", done),
      once(child, "exit", done).then(() => {
        throw new Error(/^\S*Error\b.*/m.exec(errors)?.[0].slice(0, 200) ?? "The process exited.");
      }),
    ]).finally(() => done.abort());
    if (message?.failure !== undefined) {
      throw new Error(message.failure);
    }
    return message;
  };
  await next();
  return {
    ask(message) {
      child.send(message as object);
      return next();
    },
    stop: () => kill(child),
  };
}

export interface ServerProcess {
  readonly port: number;
  /** From the start of the process to the first connection. */
  readonly readyMs: number;
  rssMb(): number;
  stop(): Promise<void>;
}

/** Starts a program as a server and waits until it accepts connections. */
export async function startServer(runtime: Runtime, port: number, args: readonly string[]): Promise<ServerProcess> {
  const startMs = performance.now();
  const child = spawn(runtime.path, args, { cwd: pathTo("."), stdio: "ignore" });
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() - startMs > MAX_START_MS) {
      await kill(child);
      throw new Error(`${args[0]} didn't accept a connection.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const readyMs = performance.now() - startMs;
  const rssMb = () => Math.round(Number(execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)])) / 1024);
  return { port, readyMs, rssMb, stop: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).once("error", () => resolve(false));
  });
}
