import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { runStep, steps } from "../mock-app-steps.mjs";

const CONTROL_TOKEN = "a-token-for-control";
const ACCESS_TOKEN = "step-token";
const CONTROL = { authorization: `Basic ${btoa(`any:${CONTROL_TOKEN}`)}` };

let sandbox;
before(async () => {
  rmSync("sandbox", { recursive: true, force: true });
  cpSync("node_modules/plant-store-sdk/examples/sandbox", "sandbox", { recursive: true });
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
  const { port } = JSON.parse(line);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      workerd.kill("SIGKILL");
      await once(workerd, "exit");
    },
  };
}

async function restart() {
  await sandbox.stop();
  sandbox = await start();
}

async function control(method, path, { session = "", body, headers = CONTROL } = {}) {
  const url = new URL(`/__mock${path}`, sandbox.url);
  url.searchParams.set("session", session);
  const response = await fetch(url, { method, headers, body });
  return { status: response.status, text: await response.text() };
}

const getPlants = async (session) => (await control("GET", "/plants", { session })).text;

async function create(body, headers = {}) {
  const authorization = `Bearer ${ACCESS_TOKEN}`;
  const response = await fetch(`${sandbox.url}/plants`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", ...headers },
    body,
  });
  return { status: response.status, text: await response.text() };
}

test("has valid types", async () => {
  await promisify(execFile)(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "sandbox"]);
});

test("keeps the plants of each session apart, and across a restart", async () => {
  const fern = '{"id":9007199254740993,"name":"Fern","tag":"indoor"}';
  const oddNames = '{"id":-9223372036854775808,"name":"\\ud800\\u0000🌱"}';
  assert.deepEqual(await create(fern, { "x-mock-session": "a" }), {
    status: 200,
    text: '{"name":"Fern","tag":"indoor"}',
  });
  await create(oddNames, { "x-mock-session": "a" });
  await create(fern, { "x-mock-session": "b" });
  await create(fern, { "x-mock-session": "b" });
  for (const prepare of [() => {}, restart]) {
    await prepare();
    assert.equal(await getPlants("a"), `[${fern},${oddNames}]`);
    assert.equal(await getPlants("b"), `[${fern},${fern}]`);
    assert.equal(await getPlants(""), "[]");
  }
});

test("stores what the control API removes and resets", async () => {
  const add = (session, ...ids) =>
    control("POST", "/plants", { session, body: JSON.stringify(ids.map((id) => ({ id, name: "Fern" }))) });
  await add("removed", 1, 2, 1, 3);
  await control("DELETE", "/plants?id=1", { session: "removed" });
  await add("reset", 1, 2);
  await control("POST", "/reset", { session: "reset" });
  await add("reset", 3);
  await restart();
  assert.equal(await getPlants("removed"), '[{"id":2,"name":"Fern"},{"id":3,"name":"Fern"}]');
  assert.equal(await getPlants("reset"), '[{"id":3,"name":"Fern"}]');
});

test("keeps 20,000 plants of a session across a restart", async () => {
  const plants = Array.from(
    { length: 20_000 },
    (_, index) => `{"id":${2n ** 62n + BigInt(index)},"name":"Fern ${index}"}`,
  );
  for (let start = 0; start < plants.length; start += 5_000) {
    const body = `[${plants.slice(start, start + 5_000)}]`;
    assert.equal((await control("POST", "/plants", { session: "large", body })).status, 201);
  }
  await create('{"id":1,"name":"Moss"}', { "x-mock-session": "large" });
  await restart();
  assert.equal(await getPlants("large"), `[${plants},{"id":1,"name":"Moss"}]`);
});

test("requires the tokens", async () => {
  for (const headers of [{}, { authorization: `Basic ${btoa(":another-control-token")}` }]) {
    assert.equal((await control("GET", "/plants", { headers })).status, 401);
    assert.equal((await fetch(sandbox.url, { headers })).status, 401);
  }
  assert.equal((await create('{"id":1,"name":"Fern"}', { authorization: "Bearer another" })).status, 400);
});

test("serves the page of a session", async () => {
  const page = await fetch(`${sandbox.url}/?session=page`, { headers: CONTROL });
  assert.deepEqual([page.status, page.url], [200, `${sandbox.url}/?session=page`]);
});

// An object knows its own session only, and workerd doesn't tell an object that the client has left.
const isElsewhere = (title) => /separates sessions|client that leaves/.test(title);
const send = (url, init) => fetch(url, { ...init, headers: { ...CONTROL, ...init.headers } });

for (const title of Object.keys(steps).filter((title) => !isElsewhere(title))) {
  test(title, () => runStep({ url: sandbox.url, send }, title));
}
