import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serveNext } from "./serve-next.mjs";

let next;
before(async () => {
  next = await serveNext("start", { env: { ...process.env, PLANT_STORE_TOKEN: "secret" } });
});
after(() => next.stop());

test("the route handler creates plants at the service", async () => {
  const body = '{"id":"9007199254740993","name":"Fern"}';
  const response = await fetch(`${next.url}/api/plants`, { method: "POST", body });
  assert.deepEqual([response.status, await response.text()], [201, '{"name":"Fern"}']);
});

test("the mock isn't served in production", async () => {
  assert.equal((await fetch(`${next.url}/mock`)).status, 404);
  assert.equal((await fetch(`${next.url}/mock/plants`, { method: "POST" })).status, 404);
});
