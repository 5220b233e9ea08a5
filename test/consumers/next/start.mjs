import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serveNext } from "./serve-next.mjs";
import { submitForm } from "./submit-form.mjs";

const { PLANT_STORE_TOKEN: _, ...withoutToken } = process.env;
let next;
before(async () => {
  next = await serveNext("start", { env: { ...withoutToken, PLANT_STORE_TOKEN: "secret" } });
});
after(() => next.stop());

test("the form creates a plant at the service, which another route doesn't send again", async () => {
  assert.match(
    await submitForm(next.url, { id: "9007199254740993", name: "Fern" }),
    /Created Fern, with the id 9007199254740993\./,
  );
  const again = await fetch(`${next.url}/again`, { method: "POST" });
  assert.deepEqual(await again.json(), { name: "Fern" });
  const requests = await (await fetch(`${process.env.PLANT_STORE_URL}/__mock/requests`)).json();
  assert.equal(requests.length, 1);
});

test("the mock isn't served in production", async () => {
  assert.equal((await fetch(`${next.url}/mock`)).status, 404);
  assert.equal((await fetch(`${next.url}/mock/plants`, { method: "POST" })).status, 404);
});

test("the server logs that there is no token, and asks no user to sign in", async () => {
  const { url, logged, stop } = await serveNext("start", { env: withoutToken });
  const page = await submitForm(url, { id: "1", name: "Fern" });
  stop();
  assert.match(page, /The plant wasn&#x27;t created\. Something is wrong on our side/);
  assert.match(logged(), /token must not be empty/);
});
