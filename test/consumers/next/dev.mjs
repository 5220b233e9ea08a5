import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { after, before, beforeEach, test } from "node:test";
import { findFreePort } from "./find-free-port.mjs";
import { runStep, steps } from "./mock-app-steps.mjs";
import { serveNext } from "./serve-next.mjs";

let next;
before(async () => {
  const port = await findFreePort();
  writeFileSync(".env.development", readFileSync(".env.development", "utf8").replace("3000", port));
  // The environment takes precedence over the file.
  const { PLANT_STORE_URL: _, ...env } = process.env;
  next = await serveNext("dev", { port, env });
});
after(() => next.stop());
beforeEach(() => fetch(`${next.url}/mock/__mock/reset`, { method: "POST" }));

const readPlants = async () => (await fetch(`${next.url}/mock/__mock/plants`)).text();
const post = (body) => fetch(`${next.url}/api/plants`, { method: "POST", body });

/** Adds a function to a route, and waits until it's served. */
async function edit(route, path) {
  appendFileSync(route, 'export const PATCH = () => new Response("edited");\n');
  for (let text = ""; text !== "edited"; ) {
    text = await (await fetch(next.url + path, { method: "PATCH" })).text();
  }
}

/** Sends the form as a browser without JavaScript does. */
async function submitForm(fields) {
  const page = await (await fetch(next.url)).text();
  const form = new FormData();
  for (const [, name, value = ""] of page.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)) {
    form.set(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  }
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value);
  }
  return (await fetch(next.url, { method: "POST", body: form })).text();
}

// Next.js redirects "/mock/" to "/mock".
const send = (url, init) => fetch(url.replace(/\/$/, ""), init);

for (const title of Object.keys(steps)) {
  test(title, () => runStep({ url: `${next.url}/mock`, send }, title));
}

test("the route handler creates plants in the mock", async () => {
  assert.equal((await post('{"id":"9223372036854775807","name":"Fern"}')).status, 201);
  assert.equal(await readPlants(), '[{"id":9223372036854775807,"name":"Fern"}]');
});

test("the route handler refuses a body that isn't JSON", async () => {
  assert.equal((await post("Fern")).status, 400);
});

test("the form creates plants in the mock", async () => {
  assert.match(await submitForm({ id: "9007199254740993", name: "Fern", tag: "" }), /Created Fern\./);
  assert.equal(await readPlants(), '[{"id":9007199254740993,"name":"Fern"}]');
});

test("the form shows what is wrong, and what was typed", async () => {
  const page = await submitForm({ id: "a dozen", name: "Fern", tag: "" });
  assert.match(page, /Use digits only/);
  assert.match(page, /value="a dozen"/);
});

test("the next plant reaches the mock after an edit", async () => {
  await post('{"id":"1","name":"Fern"}');
  await edit("app/api/plants/route.ts", "/api/plants");
  await post('{"id":"2","name":"Moss"}');
  await edit("app/mock/[[...path]]/route.ts", "/mock");
  await post('{"id":"3","name":"Ivy"}');
  assert.equal(await readPlants(), '[{"id":1,"name":"Fern"},{"id":2,"name":"Moss"},{"id":3,"name":"Ivy"}]');
});
