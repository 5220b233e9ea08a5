import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { startMockServer } from "plant-store-sdk/mocks/server";

const id = 9007199254740993n;
const execute = promisify(execFile);

test("a worker creates a plant with mock.fetch, and over HTTP", async () => {
  const server = await startMockServer({ token: "secret" });
  after(() => server.close());
  await execute("workerd", ["test", "config.capnp"], {
    env: { ...process.env, BASE_URL: server.url },
    timeout: 30_000,
  });
  assert.equal(server.mock.plants.get(id)?.id, id);
});
