/**
 * Pastes a recipe of docs/frameworks.md into an app, and starts its dev server, which has the mock at /mock. Checks the mock, what
 * the recipe responds, and that the plants stay when a page is edited.
 */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { withDevServer } from "./dev-server.mjs";
import { findFreePort } from "./find-free-port.mjs";
import { runStep, steps } from "./mock-app-steps.mjs";
import { paste } from "./paste.mjs";

const VALUES = { id: "9007199254740993", name: "Fern" };

const APPS = {
  Nuxt: {
    page: "app/app.vue",
    command: ["nuxt", "dev"],
    places: {
      "describe-failure.ts": "server/utils",
      "server-plant-store.ts": "server/utils",
      "plants.post.js": "server/api",
    },
    /** Creates a plant, and returns the status and the body. */
    async create(app, values) {
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${app}/api/plants`, { method: "POST", headers, body: JSON.stringify(values) });
      return [response.status, await response.json()];
    },
    created: [200, { name: "Fern" }],
  },
  SvelteKit: {
    page: "src/routes/+page.svelte",
    command: ["vite", "dev"],
    places: {
      "env.js": "src",
      "plant-store.js": "src/lib/server",
      "describe-failure.ts": "src/lib/server",
      "page.server.js": "src/routes/+",
    },
    async create(app, values) {
      const headers = { accept: "application/json", origin: app };
      const response = await fetch(app, { method: "POST", headers, body: new URLSearchParams(values) });
      const { status, data } = await response.json();
      // SvelteKit writes each object as its members' places in a list.
      const [places, ...list] = JSON.parse(data);
      const names = Object.entries(places).filter(([name]) => name !== "values");
      return [status, Object.fromEntries(names.map(([name, place]) => [name, list[place - 1]]))];
    },
    created: [200, { message: "Created Fern." }],
  },
};

const [name] = process.argv.slice(2);
const { page, command, places, create, created } = APPS[name];
const [program, ...args] = command;

for (const path of [
  ...paste("frameworks", name),
  ...paste("frameworks", "Next.js"),
  ...paste("errors", "Tell users"),
]) {
  const place = places[basename(path)];
  if (place !== undefined) {
    const target = place.endsWith("+") ? place + basename(path) : `${place}/${basename(path)}`;
    mkdirSync(dirname(target), { recursive: true });
    renameSync(path, target);
  }
}

const port = await findFreePort();
const app = `http://127.0.0.1:${port}`;
const url = `${app}/mock`;

// By default, Vite lets only pages of this machine send requests.
const titles = Object.keys(steps).filter((title) => title !== "lets pages of other origins use the operation");

const read = async (path) => (await fetch(app + path)).text();

const failNext = (fault) => fetch(`${url}/__mock/faults`, { method: "POST", body: JSON.stringify(fault) });

async function editPage() {
  writeFileSync(page, readFileSync(page, "utf8").replace("Plants", "Edited"));
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
  assert.match(await read("/"), /Plants/);
  await fetch(`${url}/__mock/reset`, { method: "POST" });
  assert.deepEqual(await create(app, VALUES), created);

  assert.equal((await create(app, { ...VALUES, id: "a dozen" }))[0], 422);
  const failures = [
    [{ error: 7, message: "No room" }, 422, "The plant wasn't created: No room", false],
    [401, 401, "The plant wasn't created. Sign in again, or contact us.", false],
    [429, 503, "The plant wasn't created. Try again later.", false],
    [503, 502, "The plant may have been created. Sending it again could create it twice.", true],
  ];
  for (const [fault, status, message, mayHaveBeenCreated] of failures) {
    await failNext(fault);
    assert.deepEqual(await create(app, VALUES), [status, { message, mayHaveBeenCreated }]);
  }

  await editPage();
  assert.deepEqual(await create(app, VALUES), created);
  const plant = '{"id":9007199254740993,"name":"Fern"}';
  assert.equal(await read("/mock/__mock/plants"), `[${plant},${plant}]`);
});
