/** Starts the Worker with Wrangler, creates a plant, and one more after an edit. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { findFreePort } from "./find-free-port.mjs";

const { PLANT_STORE_URL } = process.env;
writeFileSync(".dev.vars", `PLANT_STORE_URL=${PLANT_STORE_URL}\nPLANT_STORE_TOKEN=secret\n`);

const port = await findFreePort();
const env = { ...process.env, WRANGLER_SEND_METRICS: "false" };
const args = ["node_modules/wrangler/bin/wrangler.js", "dev", "--port", String(port)];
const wrangler = spawn(process.execPath, args, { env, stdio: ["ignore", "inherit", "inherit"] });
const ended = once(wrangler, "exit");

async function post(body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`http://127.0.0.1:${port}/plants`, { method: "POST", headers, body });
  return [response.status, await response.json()];
}

/** Waits until the Worker refuses "{" with a text. */
async function waitFor(text) {
  for (let message = ""; !message?.includes(text); ) {
    await setTimeout(50);
    const [, failure] = await post("{").catch(() => [0, {}]);
    message = failure.message;
  }
}

try {
  const plant = '{"id":"9007199254740993","name":"Fern"}';
  await waitFor("the body isn't JSON");
  assert.deepEqual(await post(plant), [201, { name: "Fern" }]);
  await fetch(`${PLANT_STORE_URL}/__mock/faults`, { method: "POST", body: "connection" });
  const [status, { mayHaveBeenCreated }] = await post(plant);
  assert.deepEqual([status, mayHaveBeenCreated], [502, true]);
  writeFileSync("src/index.ts", readFileSync("src/index.ts", "utf8").replace("isn't JSON", "is edited"));
  await waitFor("is edited");
  assert.deepEqual(await post(plant), [201, { name: "Fern" }]);
} finally {
  wrangler.kill();
  await ended;
}
