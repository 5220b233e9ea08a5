import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { after, before, beforeEach, test } from "node:test";
import { findFreePort } from "./find-free-port.mjs";
import { runStep, steps } from "./mock-app-steps.mjs";
import { serveNext } from "./serve-next.mjs";
import { submitForm } from "./submit-form.mjs";
import { submitInBrowser } from "./submit-in-browser.mjs";

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
const submit = (fields) => submitForm(next.url, fields);

/** Waits until an edit is served. */
async function waitForEdit(path, init) {
  for (let text = ""; !text.includes("edited"); ) {
    text = await (await fetch(next.url + path, init)).text();
  }
}

// Next.js redirects "/mock/" to "/mock".
const send = (url, init) => fetch(url.replace(/\/$/, ""), init);

for (const title of Object.keys(steps)) {
  test(title, () => runStep({ url: `${next.url}/mock`, send }, title));
}

test("the form creates plants in the mock", async () => {
  assert.match(
    await submit({ id: "9223372036854775807", name: "Fern", tag: "" }),
    /Created Fern, with the id 9223372036854775807\./,
  );
  assert.equal(await readPlants(), '[{"id":9223372036854775807,"name":"Fern"}]');
});

test("the form shows what is wrong, and what was typed", async () => {
  const page = await submit({ id: "a dozen", name: "Fern", tag: "" });
  assert.match(page, /Use digits without/);
  assert.match(page, /value="a dozen"/);
});

test("the form sends each plant once, and says which may exist", () => submitInBrowser(next.url));

test("the next plant reaches the mock after an edit", async () => {
  await submit({ id: "1", name: "Fern" });
  const page = readFileSync("app/page.tsx", "utf8");
  writeFileSync("app/page.tsx", page.replace("Create\n", "edited\n"));
  await waitForEdit("/");
  await submit({ id: "2", name: "Moss" });
  appendFileSync("app/mock/[[...path]]/route.ts", 'export const PATCH = () => new Response("edited");\n');
  await waitForEdit("/mock", { method: "PATCH" });
  await submit({ id: "3", name: "Ivy" });
  assert.equal(await readPlants(), '[{"id":1,"name":"Fern"},{"id":2,"name":"Moss"},{"id":3,"name":"Ivy"}]');
});
