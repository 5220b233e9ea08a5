import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import { startMockServer } from "plant-store-sdk/mocks/server";

const id = 9007199254740993n;
const port = await freePort();
let next;
let server;

before(async () => {
  server = await startMockServer({ token: "secret" });
  const args = ["node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port", String(port)];
  next = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const text of next.stdout) {
    if (String(text).includes("Ready")) {
      break;
    }
  }
});
after(async () => {
  next.kill();
  await server.close();
});

for (const runtime of ["edge", "node"]) {
  test(`a route handler of the ${runtime} runtime creates a plant`, async () => {
    server.mock.reset();
    const body = JSON.stringify({ baseUrl: server.url, id: String(id), name: "Fern" });
    const response = await fetch(`http://127.0.0.1:${port}/${runtime}`, { method: "POST", body });
    assert.deepEqual(await response.json(), { name: "Fern" });
    assert.equal(server.mock.plants.get(id)?.id, id);
  });
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
