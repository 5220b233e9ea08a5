import { spawn } from "node:child_process";
import { createServer } from "node:net";

/** Starts `next dev` or `next start`. */
export async function serve(command) {
  const port = await freePort();
  const args = ["node_modules/next/dist/bin/next", command, "--hostname", "localhost", "--port", String(port)];
  const next = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const text of next.stdout) {
    if (String(text).includes("Ready")) {
      break;
    }
  }
  return { url: `http://localhost:${port}`, stop: () => next.kill() };
}

async function freePort() {
  const probe = createServer().listen(0, "localhost");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
