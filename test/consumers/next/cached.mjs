import assert from "node:assert/strict";
import { test } from "node:test";
import { serveNext } from "./serve-next.mjs";

const countRequests = async () => {
  const requests = await (await fetch(`${process.env.PLANT_STORE_URL}/__mock/requests`)).json();
  return requests.length;
};

for (const command of ["dev", "start"]) {
  test(`next ${command} sends each plant to the service, although the route has a cache`, async () => {
    const next = await serveNext(command);
    const before = await countRequests();
    const names = await (await fetch(next.url)).json().finally(next.stop);
    assert.deepEqual(names, ["Fern", "Fern", "Fern"]);
    assert.equal(await countRequests(), before + 3);
  });
}
