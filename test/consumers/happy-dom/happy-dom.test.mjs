import { setupServer } from "msw/node";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createMockApp } from "plant-store-sdk/mocks/app";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { expect, onTestFinished, test } from "vitest";

const baseUrl = "https://plants.example.com/v1";
const id = 9007199254740993n;

async function createPlant(mock, options) {
  const client = createPlantStoreClient({ baseUrl, token: "any-token", ...options });
  expect((await client.createPlant({ id, name: "Fern" })).data).toEqual({ name: "Fern" });
  expect(mock.plants.get(id)?.name).toBe("Fern");
}

test("runs in happy-dom, whose headers keep their case", () => {
  expect([...new Headers({ "Content-Type": "text/plain" }).keys()]).toEqual(["Content-Type"]);
});

test("creates a plant with mock.fetch", async () => {
  const mock = createPlantStoreMock();
  await createPlant(mock, { fetch: mock.fetch });
});

test("creates a plant with MSW", async () => {
  const mock = createPlantStoreMock();
  const server = setupServer(...createHandlers(mock));
  server.listen(offline);
  onTestFinished(() => server.close());
  await createPlant(mock, {});
});

test("creates a plant with an app", async () => {
  const app = createMockApp();
  await createPlant(app.mock, { fetch: (url, init) => app.fetch(new Request(url, init)) });
});
