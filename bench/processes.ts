import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { fileURLToPath } from "node:url";

export interface Runtime {
  readonly name: string;
  readonly path: string;
  readonly version: string;
}

const MAX_START_MS = 30_000;

export const pathTo = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export function installedRuntimes(): readonly Runtime[] {
  const program = process.platform === "win32" ? "node.exe" : "node";
  return [20, 24].map((major) =>
    readRuntime(pathTo(`node_modules/node${major}-${process.platform}-${process.arch}/bin/${program}`)),
  );
}

export function readRuntime(path = process.execPath): Runtime {
  const version = execFileSync(path, ["--version"], { encoding: "utf8" }).trim().slice(1);
  return { name: `node${version.split(".")[0]}`, path, version };
}

export async function startChild({ path }: Runtime, module: string, options: object) {
  const args = ["--expose-gc", pathTo("contender.mjs"), module, JSON.stringify(options)];
  const child = spawn(path, args, { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const next = async () => {
    const done = new AbortController();
    const exit = once(child, "exit", done).then(() => [
      { failure: /^\S*Error\b.*/m.exec(errors)?.[0].slice(0, 200) ?? "The process exited." },
    ]);
    const [message] = await Promise.race([once(child, "message", done), exit]).finally(() => done.abort());
    if (message?.failure !== undefined) {
      throw new Error(message.failure);
    }
    return message;
  };
  await next();
  return {
    ask<T>(message: unknown): Promise<T> {
      child.send(message as object);
      return next();
    },
    stop: () => kill(child),
  };
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

export async function startServer(runtime: Runtime, port: number, args: readonly string[]) {
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isConnected = await once(socket, "connect")
    .then(() => true)
    .catch(() => false);
  socket.destroy();
  return isConnected;
}
