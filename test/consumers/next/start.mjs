import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serve } from "./serve.mjs";

let next;
before(async () => {
  next = await serve("start");
});
after(() => next.stop());

for (const runtime of ["edge", "node"]) {
  test(`a route handler of the ${runtime} runtime creates plants`, async () => {
    const response = await fetch(`${next.url}/${runtime}`, { method: "POST" });
    assert.equal(await response.text(), "created");
  });
}

test("the mock isn't served in production", async () => {
  assert.equal((await fetch(`${next.url}/mock`)).status, 404);
});
