import cluster from "node:cluster";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { closedUrl } from "../../support/listening.ts";

async function startWorker(port: string): Promise<string> {
  const exec = fileURLToPath(new URL("../../support/cluster-worker.ts", import.meta.url));
  cluster.setupPrimary({ exec, execArgv: ["--import", "tsx"] });
  const worker = cluster.fork({ PORT: port });
  onTestFinished(() => void worker.process.kill());
  const [outcome] = await once(worker, "message");
  return outcome;
}

it("workers of node:cluster share no port, since each of them has a mock of its own", async () => {
  const { port } = new URL(await closedUrl());
  expect(await startWorker(port)).toBe(`http://127.0.0.1:${port}`);
  expect(await startWorker(port)).toMatch(`Port ${port} on 127.0.0.1 is already in use.`);
});
