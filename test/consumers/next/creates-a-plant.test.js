import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { serve } from "./serve.js";

const id = 9007199254740993n;
let next;
let server;

before(async () => {
  server = await startMockServer({ token: "secret" });
  next = await serve("start");
});
after(async () => {
  next.stop();
  await server.close();
});

for (const runtime of ["edge", "node"]) {
  test(`a route handler of the ${runtime} runtime creates a plant`, async () => {
    server.mock.reset();
    const body = JSON.stringify({ baseUrl: server.url, id: String(id), name: "Fern" });
    const response = await fetch(`${next.url}/${runtime}`, { method: "POST", body });
    assert.deepEqual(await response.json(), { name: "Fern" });
    assert.equal(server.mock.plants.get(id)?.id, id);
  });
}

test("the mock isn't served in production", async () => {
  assert.equal((await fetch(`${next.url}/mock`)).status, 404);
});
