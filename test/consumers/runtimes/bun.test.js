import { afterAll, expect, test } from "bun:test";
import { networkInterfaces } from "node:os";
import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createMockApp } from "plant-store-sdk/mocks/app";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { runStep, steps } from "../mock-app-steps.mjs";

const id = 9007199254740993n;

test("creates a plant with mock.fetch", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  expect(await client.createPlant({ id, name: "Fern" }).then(unwrap)).toEqual({ name: "Fern" });
  expect(mock.plants.get(id)?.id).toBe(id);
});

const server = await startMockServer({ token: "secret" });
afterAll(() => server.close());

test("creates a plant over HTTP", async () => {
  const client = createPlantStoreClient({ baseUrl: server.url, token: "secret" });
  expect(await client.createPlant({ id, name: "Fern" }).then(unwrap)).toEqual({ name: "Fern" });
  expect(server.mock.plants.get(id)?.id).toBe(id);
});

// #region serve
const appServer = Bun.serve({ ...createMockApp(), port: 0 });
// #endregion
afterAll(() => appServer.stop(true));
const { port } = appServer;

test.each(Object.keys(steps))("the app %s", (title) => runStep({ url: `http://127.0.0.1:${port}` }, title));

const outside = Object.values(networkInterfaces())
  .flat()
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

test.skipIf(outside === undefined)(
  "the app refuses the control API to the network under the name localhost",
  async () => {
    const response = await fetch(`http://${outside}:${port}/__mock/plants`, { headers: { host: "localhost" } });
    expect(response.status).toBe(403);
  },
);
