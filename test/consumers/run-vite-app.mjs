/**
 * Starts the dev server of an app that has the mock at /mock, and a route, /api/plants, that creates a plant. Checks the mock,
 * the route, and that the plants stay when a page is edited.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { withDevServer } from "./dev-server.mjs";
import { findFreePort } from "./find-free-port.mjs";
import { runStep, steps } from "./mock-app-steps.mjs";

const [page, command, ...args] = process.argv.slice(2);
const port = await findFreePort();
const app = `http://127.0.0.1:${port}`;
const url = `${app}/mock`;

// By default, Vite lets only pages of this machine send requests.
const titles = Object.keys(steps).filter((title) => title !== "lets pages of other origins use the operation");

const read = async (path) => (await fetch(app + path)).text();

async function editPage() {
  writeFileSync(page, readFileSync(page, "utf8").replace("Plants", "Edited"));
  while (!(await read("/")).includes("Edited")) {
    await setTimeout(50);
  }
}

const server = {
  command,
  args: [...args, "--host", "127.0.0.1", "--port", String(port)],
  url,
  env: { ...process.env, PLANT_STORE_URL: url },
};
await withDevServer(server, async () => {
  for (const title of titles) {
    await runStep({ url }, title);
  }
  assert.match(await read("/"), /Plants/);
  await fetch(`${url}/__mock/reset`, { method: "POST" });
  assert.equal(await read("/api/plants"), "created");
  await editPage();
  assert.equal(await read("/api/plants"), "created");
  const plant = '{"id":9007199254740993,"name":"Fern"}';
  assert.equal(await read("/mock/__mock/plants"), `[${plant},${plant}]`);
});
