import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

/** Starts a dev server whose mock is at a URL, calls a function, and stops the server. */
export async function withDevServer({ command, args, url, env = process.env }, check) {
  const server = spawn(command, args, { env, stdio: ["ignore", "inherit", "inherit"] });
  const ended = once(server, "exit");
  try {
    await Promise.race([ended.then(([code]) => Promise.reject(new Error(`Exit code ${code}`))), isServed(url)]);
    await check();
  } finally {
    server.kill();
    await ended;
  }
}

async function isServed(url) {
  while (!(await fetch(`${url}/__mock/plants`).catch(() => undefined))?.ok) {
    await setTimeout(50);
  }
}
