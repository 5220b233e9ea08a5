/** Starts the server with its mock, and creates a plant with the token of a user, and none without a token. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { withDevServer } from "./dev-server.mjs";
import { findFreePort } from "./find-free-port.mjs";

const port = await findFreePort();
const url = `http://localhost:${port}`;
const code = readFileSync("express-server.ts", "utf8");
writeFileSync("express-server.ts", code.replaceAll("3000", port));
const { PLANT_STORE_URL: _, ...env } = process.env;

async function post(user) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${user}` };
  const body = '{"id":"9007199254740993","name":"Fern"}';
  const response = await fetch(`${url}/plants`, { method: "POST", headers, body });
  return [response.status, await response.json()];
}

await withDevServer({ command: "tsx", args: ["express-server.ts"], url: `${url}/mock`, env }, async () => {
  assert.deepEqual(await post("ada"), [201, { name: "Fern" }]);
  assert.deepEqual((await post(""))[0], 401);
  assert.equal(await (await fetch(`${url}/mock/__mock/plants`)).text(), '[{"id":9007199254740993,"name":"Fern"}]');
});
