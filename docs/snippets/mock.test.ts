import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";

const mock = createPlantStoreMock();
const options = { baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch };
const { createPlant } = createPlantStoreClient(options);

it("queries and changes plants", () => {
  // #region plants
  const mock = createPlantStoreMock({ token: "my-access-token", plants: [{ id: 1, name: "Fern", tag: "indoor" }] });

  expect(mock.plants.size).toBe(1);
  expect(mock.plants.get(1)).toEqual({ id: 1, name: "Fern", tag: "indoor" }); // the latest plant with that id
  mock.plants.add({ id: 2, name: "Moss" });
  expect(mock.plants.all().map(({ id }) => id)).toEqual([1, 2]); // in order of creation
  expect(mock.plants.findMany((q) => q.where({ tag: "indoor" }))).toHaveLength(1);
  mock.plants.remove(2); // all plants with that id
  mock.plants.clear();
  mock.reset(); // restores the initial plants and clears requests and faults
  expect(mock.plants.size).toBe(1);
  // #endregion
});

it("makes requests fail, next and by condition", async () => {
  // #region faults
  mock.failWhen({ id: 13 }, { error: 13, message: "Unlucky" });
  mock.failWhen({ name: (name) => name.startsWith("Moss") }, "connection", { times: 2 });
  mock.failNext({ error: 17, message: "No room", status: 503 });

  expect((await createPlant({ id: 13, name: "Fern" })).error?.error).toBe(17); // failNext goes first
  expect((await createPlant({ id: 13, name: "Fern" })).error?.error).toBe(13);
  expect((await createPlant({ id: 14, name: "Fern" })).data).toEqual({ name: "Fern" });
  // #endregion

  await expect(createPlant({ id: 15, name: "Moss" })).rejects.toThrow();
});

it("records a request, with its token", async () => {
  mock.reset();

  // #region requests
  await createPlant({ id: 1042, name: "Fern" });

  expect(mock.requests).toMatchObject([
    {
      method: "POST",
      url: "https://plants.example.com/plants",
      headers: { authorization: "Bearer any-token", "content-type": "application/json" },
      body: '{"id":1042,"name":"Fern"}',
      newPlant: { id: 1042, name: "Fern" },
      outcome: "created",
      status: 200,
      response: { status: 200, body: '{"name":"Fern"}' },
    },
  ]);
  // #endregion
});
