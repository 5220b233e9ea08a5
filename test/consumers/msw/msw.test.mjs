/** What depends on MSW's version. The tests of the project cover the rest with one version. */
import assert from "node:assert/strict";
import { once } from "node:events";
import * as namespace from "node:http";
import nodeHttp, { createServer, request } from "node:http";
import { createRequire } from "node:module";
import { after, afterEach, before, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setupServer } from "msw/node";
import { createPlantStoreClient, PlantStoreConnectionError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";

const baseUrl = "https://plants.example.com/v1";
const newPlant = { id: 9007199254740993n, name: "Fern" };
const server = setupServer();
const { createPlant } = createPlantStoreClient({ baseUrl, token: "secret" });

function serve() {
  const mock = createPlantStoreMock({ baseUrl });
  server.use(...createHandlers(mock));
  return mock;
}

let target;
let targetUrl;
before(async () => {
  target = createServer((_, response) => response.end("the real server"));
  await new Promise((resolve) => target.listen(0, "127.0.0.1", resolve));
  targetUrl = `http://127.0.0.1:${target.address().port}`;
  server.listen(offline);
});
afterEach(() => server.resetHandlers());
after(() => {
  target.closeAllConnections();
  target.close();
});

const require = createRequire(import.meta.url);

for (const [name, mocks, handlers] of [
  ["CommonJS", require("plant-store-sdk/mocks"), { createHandlers }],
  ["ES modules", { createPlantStoreMock }, require("plant-store-sdk/mocks/msw")],
]) {
  test(`takes a mock of ${name} in the handlers of the other format`, async () => {
    const mock = mocks.createPlantStoreMock({ baseUrl });
    server.use(...handlers.createHandlers({ ...mock }));
    assert.deepEqual((await createPlant(newPlant)).data, { name: "Fern" });
    assert.equal(mock.plants.size, 1);
  });
}

test("drops the connection for a fault", async () => {
  serve().failNext("connection");
  await assert.rejects(createPlant(newPlant), PlantStoreConnectionError);
});

test("records a request that the client aborts", async () => {
  const mock = serve();
  mock.failNext("timeout");
  const controller = new AbortController();
  const aborted = assert.rejects(createPlant(newPlant, { signal: controller.signal }));
  while (mock.requests[0]?.fault === undefined) {
    await nextTurn();
  }
  controller.abort();
  await aborted;
  assert.equal(mock.requests[0].outcome, "aborted");
});

test("blocks a request that no handler matches", async () => {
  serve();
  for (const path of ["/plants", "/data.json", "/image.png"]) {
    const response = await fetch(targetUrl + path);
    assert.equal(response.status, 500);
    assert.match(await response.text(), /Offline: no handler matches GET/);
  }
});

test("misses what imports a function of node:http", async () => {
  const send = async (request) => (await once(request(targetUrl).end(), "response"))[0].statusCode;
  assert.deepEqual(await Promise.all([nodeHttp.request, request, namespace.request].map(send)), [500, 200, 200]);
});
