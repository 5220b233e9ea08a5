/** Starts the server with its mock, then with a service. Creates a plant with a user's token, and none without one. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { withDevServer } from "./dev-server.mjs";
import { findFreePort } from "./find-free-port.mjs";

const port = await findFreePort();
const url = `http://localhost:${port}`;
const code = readFileSync("express-server.ts", "utf8");
writeFileSync("express-server.ts", code.replaceAll("3000", port));
const server = { command: "tsx", args: ["express-server.ts"] };
const { PLANT_STORE_URL, ...env } = process.env;

async function post(authorization) {
  const headers = { "content-type": "application/json", authorization };
  const body = '{"id":"9007199254740993","name":"Fern"}';
  const response = await fetch(`${url}/plants`, { method: "POST", headers, body });
  return [response.status, await response.json()];
}

const getPlants = async (mockUrl) => {
  const response = await fetch(`${mockUrl}/__mock/plants`);
  return response.ok ? await response.text() : response.status;
};

await withDevServer({ ...server, env, url: `${url}/mock` }, async () => {
  assert.deepEqual(await post("Bearer ada"), [201, { name: "Fern" }]);
  assert.equal((await post("Bearer "))[0], 401);
  assert.equal(await getPlants(`${url}/mock`), '[{"id":9007199254740993,"name":"Fern"}]');
});

await withDevServer({ ...server, url: PLANT_STORE_URL }, async () => {
  while (!(await fetch(url).catch(() => undefined))) {
    await setTimeout(50);
  }
  assert.deepEqual(await post("bearer secret"), [201, { name: "Fern" }]); // the scheme has no case
  assert.equal((await post("Bearer ada"))[0], 401);
  assert.equal(await getPlants(`${url}/mock`), 404);
  assert.equal(await getPlants(PLANT_STORE_URL), '[{"id":9007199254740993,"name":"Fern"}]');
});
