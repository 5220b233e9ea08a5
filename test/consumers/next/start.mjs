import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serveNext } from "./serve-next.mjs";
import { submitForm } from "./submit-form.mjs";

let next;
before(async () => {
  next = await serveNext("start", { env: { ...process.env, PLANT_STORE_TOKEN: "secret" } });
});
after(() => next.stop());

test("the form creates plants at the service", async () => {
  assert.match(await submitForm(next.url, { id: "9007199254740993", name: "Fern" }), /Created Fern\./);
});

test("the mock isn't served in production", async () => {
  assert.equal((await fetch(`${next.url}/mock`)).status, 404);
  assert.equal((await fetch(`${next.url}/mock/plants`, { method: "POST" })).status, 404);
});
