import { spawn } from "node:child_process";
import { findFreePort } from "./find-free-port.mjs";

/** Starts `next dev` or `next start`. Without a port, it chooses a free one. `logged()` is what it has written to stderr. */
export async function serveNext(command, { port, env = process.env } = {}) {
  const chosen = port ?? (await findFreePort());
  const args = ["node_modules/next/dist/bin/next", command, "--hostname", "localhost", "--port", String(chosen)];
  const next = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  next.stderr.on("data", (text) => {
    log += text;
    process.stderr.write(text);
  });
  await new Promise((resolve, reject) => {
    next.stdout.on("data", (text) => String(text).includes("Ready") && resolve());
    next.once("exit", () => reject(new Error(`next ${command} ended.`)));
  });
  return { url: `http://localhost:${chosen}`, logged: () => log, stop: () => next.kill() };
}
