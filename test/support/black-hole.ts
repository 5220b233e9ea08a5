import { once } from "node:events";
import { connect } from "node:net";
import { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";

/** Listens, and never accepts a connection. */
const listener = `
  const { createServer } = require("node:net");
  const { parentPort } = require("node:worker_threads");
  const server = createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

/** Returns the URL of a host that never answers, as behind a firewall: its listener is stopped, and its backlog is full. */
export async function startBlackHole(): Promise<string> {
  const worker = new Worker(listener, { eval: true });
  const [port] = await once(worker, "message");
  const fillers = [1, 2].map(() => connect(port, "127.0.0.1").on("error", () => {}));
  onTestFinished(async () => {
    fillers.forEach((socket) => void socket.destroy());
    await worker.terminate();
  });
  await Promise.all(fillers.map((socket) => once(socket, "connect")));
  return `http://127.0.0.1:${port}`;
}
