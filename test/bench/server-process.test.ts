import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { thisRuntime } from "../../bench/runtimes.ts";
import { startServer } from "../../bench/server-process.ts";
import { freePort } from "../../scripts/free-port.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plant-store-bench-test-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function startProgram(program: string) {
  const file = join(folder, "server.mjs");
  await writeFile(file, program);
  return startServer(thisRuntime(), pathToFileURL(file).href, [], await freePort());
}

it("starts a server, and stops it", async () => {
  const port = await freePort();
  const server = await startServer(thisRuntime(), "servers/bare.mjs", [String(port)], port);
  const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: "Fern" });
  expect(await response.text()).toBe("Fern");
  await server.stop();
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
});

it("says that a server ended by itself", async () => {
  await expect(startProgram("process.exit(3)")).rejects.toThrow("It ended with 3 before it accepted a connection.");
});

it.skipIf(process.platform === "win32")("says that a server was killed by a signal", async () => {
  const program = 'process.kill(process.pid, "SIGKILL")';
  await expect(startProgram(program)).rejects.toThrow("It ended by SIGKILL before it accepted a connection.");
});

it("says that there is no such program", async () => {
  const nowhere = { ...thisRuntime(), path: join(folder, "no-node") };
  await expect(startServer(nowhere, "servers/bare.mjs", [], await freePort())).rejects.toThrow("ENOENT");
});
