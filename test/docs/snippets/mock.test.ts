import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { expect, it, vi } from "vitest";

it("queries and changes plants", () => {
  // #region plants
  const mock = createPlantStoreMock({ token: "my-access-token", plants: [{ id: 1, name: "Fern", tag: "indoor" }] });

  expect(mock.plants.size).toBe(1);
  expect(mock.plants.get(1)).toEqual({ id: 1n, name: "Fern", tag: "indoor" }); // the latest plant with that id
  mock.plants.add({ id: 2, name: "Moss" });
  expect(mock.plants.all().map(({ id }) => id)).toEqual([1n, 2n]); // in order of creation
  expect(mock.plants.findMany((q) => q.where({ tag: "indoor" }))).toHaveLength(1);
  mock.plants.clear();
  mock.reset(); // restores the initial plants and clears requests and faults
  expect(mock.plants.size).toBe(1);
  // #endregion
});

it("makes requests fail, next and by condition", async () => {
  const mock = createPlantStoreMock();
  const { createPlant } = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });

  // #region faults
  mock.failWhen({ id: 13n }, { error: 13, message: "Unlucky" });
  mock.failWhen({ name: (name) => name.startsWith("Moss") }, "connection", { times: 2 });
  mock.failNext({ error: 17, message: "No room", status: 503 });

  expect((await createPlant({ id: 13, name: "Fern" })).error?.error).toBe(17); // failNext goes first
  expect((await createPlant({ id: 13, name: "Fern" })).error?.error).toBe(13);
  expect((await createPlant({ id: 14, name: "Fern" })).data).toEqual({ name: "Fern" });
  // #endregion

  await expect(createPlant({ id: 15, name: "Moss" })).rejects.toThrow();
});

it("keeps plants in a storage", () => {
  const items = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };

  // #region storage
  const mock = createPlantStoreMock({ storage: sessionStorage });
  // #endregion

  mock.plants.add({ id: 9007199254740993n, name: "Fern" });
  expect(createPlantStoreMock({ storage: sessionStorage }).plants.all()).toEqual([
    { id: 9007199254740993n, name: "Fern" },
  ]);
});

it("calls a listener after plants have changed", () => {
  const mock = createPlantStoreMock();
  const shown: number[] = [];
  const showPlants = (plants: readonly unknown[]) => shown.push(plants.length);

  // #region subscribe
  const unsubscribe = mock.subscribe(() => showPlants(mock.plants.all()));
  // #endregion

  mock.plants.add({ id: 1, name: "Fern" });
  unsubscribe();
  mock.plants.clear();
  expect(shown).toEqual([1]);
});

it("is served over HTTP", async () => {
  // #region server
  const server = await startMockServer({ token: "my-access-token" });
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/); // a free port
  expect(server.mock.plants.size).toBe(0); // the mock, as above
  await server.close();
  // #endregion
});

it("records an abort at the server", async () => {
  const server = await startMockServer();
  server.mock.failNext("timeout");
  const client = createPlantStoreClient({ baseUrl: server.url, token: "any-token" });
  const left = new AbortController();
  const call = client.createPlant({ id: 1042, name: "Fern" }, { signal: left.signal });
  await vi.waitUntil(() => server.mock.requests.length === 1);
  left.abort("left");
  await expect(call).rejects.toBe("left");

  // #region record
  await vi.waitFor(() => expect(server.mock.requests[0]?.outcome).toBe("aborted"));
  // #endregion

  await server.close();
});
