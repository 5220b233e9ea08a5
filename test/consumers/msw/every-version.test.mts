/** What every version of msw does with the handlers, and that their types fit. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, beforeEach, test } from "node:test";
import { setupServer } from "msw/node";
import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type PlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";

const id = 9007199254740993n;
const received: string[] = [];
const service = createServer((request, response) => {
  received.push(`${request.method} ${request.url}`);
  response.end("the real server");
});
let origin: string;
let mock: PlantStoreMock;
let server: ReturnType<typeof setupServer>;

before(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  mock = createPlantStoreMock({ baseUrl: `${origin}/v1` });
  server = setupServer(...createHandlers(mock));
  server.listen();
});
beforeEach(() => {
  mock.reset();
  received.length = 0;
});
after(() => {
  service.closeAllConnections();
  service.close();
});

const createPlant = (baseUrl: string) =>
  createPlantStoreClient({ baseUrl, token: "secret" }).createPlant({ id, name: "Fern" }).then(unwrap);

test("creates a plant in the mock", async () => {
  assert.deepEqual(await createPlant(`${origin}/v1`), { name: "Fern" });
  assert.equal(mock.plants.get(id)?.name, "Fern");
  assert.deepEqual(received, []);
});

test("leaves other requests to the real server", async () => {
  const response = await fetch(`${origin}/v2/plants`, { method: "POST", body: "{}" });
  assert.equal(await response.text(), "the real server");
  assert.deepEqual(received, ["POST /v2/plants"]);
  assert.deepEqual(mock.requests, []);
});

test("sends nothing while offline", async () => {
  server.close();
  server = setupServer(...createHandlers(mock));
  server.listen(offline);
  // msw below 2.3 makes fetch reject.
  const status = await fetch(`${origin}/v2/plants`, { method: "POST", body: "{}" }).then(
    (response) => response.status,
    () => 500,
  );
  assert.equal(status, 500);
  assert.deepEqual(received, []);
});

test("leaves the network alone after close", async () => {
  server.close();
  assert.deepEqual(await createPlant(process.env.PLANT_STORE_URL ?? ""), { name: "Fern" });
});
