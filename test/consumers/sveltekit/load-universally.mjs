/** Creates plants in a universal load, whose page the server renders. Each outcome is that of the same call anywhere else. */
import assert from "node:assert/strict";
import { withDevServer } from "./dev-server.mjs";
import { findFreePort } from "./find-free-port.mjs";

const service = process.env.PLANT_STORE_URL;
const app = `http://127.0.0.1:${await findFreePort()}`;

async function loadPage(fault) {
  if (fault) {
    await fetch(`${service}/__mock/faults`, { method: "POST", body: JSON.stringify(fault) });
  }
  const page = await (await fetch(`${app}/universal?${new URLSearchParams({ service })}`)).text();
  const [, outcome] = /<pre>(.+)<\/pre>/.exec(page) ?? assert.fail(page);
  return JSON.parse(outcome.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&"));
}

const args = ["dev", "--host", "127.0.0.1", "--port", new URL(app).port];
await withDevServer({ command: "vite", args, url: `${app}/mock` }, async () => {
  assert.deepEqual(await loadPage(), { data: { name: "Fern" }, status: 200 });
  const headers = { "retry-after": "1" };
  for (const [fault, isTransient, mayHaveBeenCreated] of [
    [{ error: 7, message: "No room", status: 400 }, false, false],
    [{ error: 8, message: "Slow down", status: 429, headers }, true, false],
    [{ error: 9, message: "Busy", status: 503, headers }, true, true],
  ]) {
    const { error, message, status } = fault;
    assert.deepEqual(await loadPage(fault), { error: { error, message }, status, isTransient, mayHaveBeenCreated });
  }
  const page = await loadPage("html");
  const { name, status, isTransient, mayHaveBeenCreated } = page;
  assert.deepEqual(
    { name, status, isTransient, mayHaveBeenCreated },
    { name: "PlantStoreResponseError", status: 502, isTransient: true, mayHaveBeenCreated: true },
  );
});
