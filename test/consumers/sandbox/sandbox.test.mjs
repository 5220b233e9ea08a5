/** Runs the sandbox example in workerd, which Wrangler uses, with its Durable Objects. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";

const CONTROL_TOKEN = "a-token-for-control";
const ACCESS_TOKEN = "an-access-token";
const FERN = '{"id":9007199254740993,"name":"Fern","tag":"indoor"}';

let sandbox;
before(async () => {
  // workerd takes what Wrangler takes, except secrets.
  const config = JSON.parse(readFileSync("sandbox/wrangler.jsonc", "utf8"));
  writeFileSync("sandbox/wrangler.jsonc", JSON.stringify({ ...config, vars: { CONTROL_TOKEN, ACCESS_TOKEN } }));
  sandbox = await start();
});
after(() => sandbox.stop());

async function start() {
  const args = ["serve", "sandbox/wrangler.jsonc", "--socket-addr=http=127.0.0.1:0", "--control-fd=1"];
  const workerd = spawn("workerd", args, { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(workerd.stdout, "data");
  return {
    url: `http://127.0.0.1:${JSON.parse(line).port}`,
    async stop() {
      workerd.kill("SIGKILL");
      await once(workerd, "exit");
    },
  };
}

const readPlants = async (session, token = CONTROL_TOKEN) =>
  fetch(`${sandbox.url}/__mock/plants?session=${session}`, {
    headers: { authorization: `Basic ${btoa(`any:${token}`)}` },
  });

const create = (session, token = ACCESS_TOKEN, headers = {}) =>
  fetch(`${sandbox.url}/plants`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "x-mock-session": session,
      ...headers,
    },
    body: FERN,
  });

test("keeps the plants of each session apart", async () => {
  await create("one");
  await create("two");
  await create("two");
  assert.equal(await (await readPlants("one")).text(), `[${FERN}]`);
  assert.equal(await (await readPlants("two")).text(), `[${FERN},${FERN}]`);
});

test("keeps plants across a restart", async () => {
  await create("restarted");
  await sandbox.stop();
  sandbox = await start();
  assert.equal(await (await readPlants("restarted")).text(), `[${FERN}]`);
});

test("requires the token of the control API", async () => {
  assert.equal((await readPlants("one", "another-token")).status, 401);
});

test("requires the access token", async () => {
  assert.equal((await create("one", "another-token")).status, 400);
});

test("drops the connection for a fault", async () => {
  const lost = create("one", ACCESS_TOKEN, { "x-mock-fault": "connection" });
  await assert.rejects(lost.then((response) => response.text()));
});
