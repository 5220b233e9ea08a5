/** Runs a program of docs/mock.md with a command, and checks the mock that it serves at a path. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { findFreePort } from "./find-free-port.mjs";
import { runSteps } from "./mock-app-steps.mjs";
import { paste } from "./paste.mjs";

const [name, path, command, ...args] = process.argv.slice(2);
const port = await findFreePort();
const url = `http://127.0.0.1:${port}${path}`;
const files = paste("mock", "Dev servers", (code) => code.replace("4010", port));
const server = spawn(command, [...args, files.find((file) => file.endsWith(name))], { stdio: "inherit" });
const ended = once(server, "exit");
try {
  await Promise.race([ended.then(([code]) => Promise.reject(new Error(`Exit code ${code}`))), isServed()]);
  await runSteps({ url });
} finally {
  server.kill();
  await ended;
}

async function isServed() {
  while (!(await fetch(`${url}/__mock/plants`).catch(() => undefined))?.ok) {
    await setTimeout(50);
  }
}
