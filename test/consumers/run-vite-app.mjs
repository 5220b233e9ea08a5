/**
 * Starts the dev server of an app that has a recipe of docs/frameworks.md. Checks the mock at /mock, what the recipe responds, and
 * that the plants stay when a page is edited.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { withDevServer } from "./dev-server.mjs";
import { findFreePort } from "./find-free-port.mjs";
import { runStep, steps } from "./mock-app-steps.mjs";
import { submitInBrowser } from "./submit-in-browser.mjs";

const LOST = "it may have been created: Fern, with the id ID.";

const VALUES = { id: "9007199254740993", name: "Fern" };

const APPS = {
  Nuxt: {
    page: "app/app.vue",
    command: ["nuxt", "dev"],
    /** Creates a plant, and returns the status and the body. */
    async create(app, values) {
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${app}/api/plants`, { method: "POST", headers, body: JSON.stringify(values) });
      return [response.status, await response.json()];
    },
    created: () => [200, { name: "Fern" }],
    plant: "",
    browserOptions: { needsJavaScript: true, lost: LOST },
  },
  SvelteKit: {
    page: "src/routes/+page.svelte",
    command: ["vite", "dev"],
    async create(app, values) {
      const headers = { accept: "application/json", origin: app };
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...values, photo: new File(["leaf"], "leaf.png") })) {
        body.set(name, value);
      }
      const response = await fetch(app, { method: "POST", headers, body });
      const { status, data } = await response.json();
      // SvelteKit writes each object as its members' places in a list.
      const [places, ...list] = JSON.parse(data);
      const names = Object.entries(places).filter(([name]) => name !== "values");
      return [status, Object.fromEntries(names.map(([name, place]) => [name, list[place - 1]]))];
    },
    created: (id) => [200, { message: `Created Fern, with the id ${id}.` }],
    plant: "Fern, with the id 1: ",
    browserOptions: { otherPage: "/universal", lost: LOST },
  },
};

const [name] = process.argv.slice(2);
const { page, command, create, created, plant, browserOptions } = APPS[name];
const [program, ...args] = command;

const port = await findFreePort();
const app = `http://127.0.0.1:${port}`;
const url = `${app}/mock`;

// By default, Vite lets only pages of this machine send requests.
const titles = Object.keys(steps).filter((title) => title !== "lets pages of other origins use the operation");

const read = async (path) => (await fetch(app + path)).text();

const failNext = (fault) => fetch(`${url}/__mock/faults`, { method: "POST", body: JSON.stringify(fault) });

async function editPage() {
  writeFileSync(page, readFileSync(page, "utf8").replace(">Create<", ">Edited<"));
  while (!(await read("/")).includes("Edited")) {
    await setTimeout(50);
  }
}

const server = {
  command: program,
  args: [...args, "--host", "127.0.0.1", "--port", String(port)],
  url,
  env: { ...process.env, PLANT_STORE_URL: url, PLANT_STORE_TOKEN: "any-token" },
};
await withDevServer(server, async () => {
  for (const title of titles) {
    await runStep({ url }, title);
  }
  assert.match(await read("/"), />Create</);
  await fetch(`${url}/__mock/reset`, { method: "POST" });
  assert.deepEqual(await create(app, VALUES), created(VALUES.id));

  assert.equal((await create(app, { ...VALUES, id: "a dozen" }))[0], 422);
  const failures = [
    [{ error: 7, message: "No room" }, 422, "The plant wasn't created: No room", false],
    [401, 500, "The plant wasn't created. Something is wrong on our side.", false],
    [429, 503, "The plant wasn't created. Try again later.", false],
    [503, 502, "The plant may have been created. Sending it again could create it twice.", true],
  ];
  for (const [fault, status, message, mayHaveBeenCreated] of failures) {
    await failNext(fault);
    assert.deepEqual(await create(app, { ...VALUES, id: "1" }), [
      status,
      { message: plant + message, mayHaveBeenCreated },
    ]);
  }

  await submitInBrowser(app, browserOptions);
  assert.deepEqual(await create(app, { ...VALUES, id: "3" }), created(3));
  await editPage();
  assert.deepEqual(await create(app, { ...VALUES, id: "4" }), created(4));
  assert.equal(await read("/mock/__mock/plants"), '[{"id":3,"name":"Fern"},{"id":4,"name":"Fern"}]');
});
