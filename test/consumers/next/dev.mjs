import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { runStep, steps } from "./mock-app-steps.mjs";
import { serve } from "./serve.mjs";

let next;
before(async () => {
  next = await serve("dev");
});
after(() => next.stop());

// Next.js redirects "/mock/" to "/mock".
const send = (url, init) => fetch(url.replace(/\/$/, ""), init);

for (const title of Object.keys(steps)) {
  test(title, () => runStep({ url: `${next.url}/mock`, send }, title));
}

test("keeps the plants when the route is edited", async () => {
  const mock = `${next.url}/mock`;
  await fetch(`${mock}/__mock/plants`, { method: "POST", body: '{"id":1,"name":"Fern"}' });
  appendFileSync("app/mock/[[...path]]/route.js", 'export const PATCH = () => new Response("edited");\n');
  for (let text = ""; text !== "edited"; ) {
    text = await (await fetch(mock, { method: "PATCH" })).text();
  }
  assert.equal(await (await fetch(`${mock}/__mock/plants`)).text(), '[{"id":1,"name":"Fern"}]');
});
