import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { expect, it } from "vitest";

it("holds plants to look at and to query", () => {
  // #region plants
  const mock = createPlantStoreMock({ token: "my-access-token", plants: [{ id: 1, name: "Fern", tag: "indoor" }] });

  expect(mock.plants.size).toBe(1); // at once
  expect(mock.plants.get(1)).toEqual({ id: 1n, name: "Fern", tag: "indoor" }); // the latest with that id
  mock.plants.add({ id: 2, name: "Moss" });
  expect(mock.plants.all().map(({ id }) => id)).toEqual([1n, 2n]); // frozen copies, in order of creation
  expect(mock.plants.findMany((q) => q.where({ tag: "indoor" }))).toHaveLength(1); // the query syntax of @msw/data
  mock.plants.clear();
  mock.reset(); // the plants of the options, nothing recorded, no faults
  expect(mock.plants.size).toBe(1);
  // #endregion
});

it("is served over HTTP", async () => {
  // #region server
  const server = await startMockServer({ token: "my-access-token" });
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/); // a free port
  expect(server.mock.plants.size).toBe(0); // as above
  await server.close();
  // #endregion
});
