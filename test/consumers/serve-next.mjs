import { spawn } from "node:child_process";
import { findFreePort } from "./find-free-port.mjs";

/** Starts `next dev` or `next start`. Without a port, it chooses a free one. */
export async function serveNext(command, { port, env = process.env } = {}) {
  const chosen = port ?? (await findFreePort());
  const args = ["node_modules/next/dist/bin/next", command, "--hostname", "localhost", "--port", String(chosen)];
  const next = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve, reject) => {
    next.stdout.on("data", (text) => String(text).includes("Ready") && resolve());
    next.once("exit", () => reject(new Error(`next ${command} ended.`)));
  });
  return { url: `http://localhost:${chosen}`, stop: () => next.kill() };
}
