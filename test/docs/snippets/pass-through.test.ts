import { createPlantStoreClient, PlantStoreConnectionError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { mockServer } from "../../support/mock-server.ts";

const fern = { id: 1042, name: "Fern" };

it("passes a request on to another mock", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });

  // #region mock
  // The plant is created, but its response is lost.
  const store = createPlantStoreMock();
  mock.failNext(async (request) => {
    await store.respond(request);
    return Response.error();
  });
  await expect(client.createPlant(fern)).rejects.toThrow(PlantStoreConnectionError);
  expect(store.plants.all()).toEqual([{ id: 1042n, name: "Fern" }]);
  expect(mock.requests.map(({ outcome }) => outcome)).toEqual(["fault"]);
  // #endregion
});

it("passes a request on to the network", async () => {
  const service = await mockServer();
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: service.url, token: "any", fetch: mock.fetch });

  // #region network
  // The service responds to this request, and the mock records it. With MSW, write fetch(bypass(request)).
  mock.failNext((request) => fetch(request));
  const { data } = await client.createPlant(fern);
  expect(data).toEqual({ name: "Fern" });
  expect(mock.requests.map(({ status, outcome }) => `${status} ${outcome}`)).toEqual(["200 fault"]);
  // #endregion
  expect(service.mock.plants.size).toBe(1);
});
