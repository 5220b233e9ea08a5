import { setupServer } from "msw/node";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock, type PlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { afterAll, beforeAll, expect, it } from "vitest";

const server = setupServer();
beforeAll(() => server.listen(offline));
afterAll(() => server.close());

/** A test with a mock of its own. */
const withMock = (test: (mock: PlantStoreMock) => Promise<void>) =>
  server.boundary(async () => {
    const mock = createPlantStoreMock();
    server.use(...createHandlers(mock));
    await test(mock);
  });

const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token" });

it.concurrent(
  "creates a plant",
  withMock(async (mock) => {
    await client.createPlant({ id: 1042, name: "Fern" });
    expect(mock.plants.all()).toEqual([{ id: 1042n, name: "Fern" }]);
  }),
);

it.concurrent(
  "starts without plants",
  withMock(async (mock) => {
    expect(mock.plants.size).toBe(0);
  }),
);
