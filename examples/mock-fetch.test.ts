/**
 * A suite for code that is handed its client: the mock is the client's `fetch`, nothing is intercepted, and no test waits.
 *
 *   npx vitest run examples/mock-fetch.test.ts
 */
import { createPlantStoreClient, type PlantStoreClient, PlantStoreConnectionError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";

/** The code under test, which in your project is in a file of its own. */
async function plantFern({ createPlant }: PlantStoreClient): Promise<string> {
  try {
    const { data, error } = await createPlant({ id: 9_007_199_254_740_993n, name: "Boston fern" });
    return data ? `${data.name} is planted.` : `Sorry: ${error.message}`;
  } catch (error) {
    if (error instanceof PlantStoreConnectionError) {
      return "Please try again later.";
    }
    throw error;
  }
}

/** A store of its own for each test, so that there is nothing to reset, and tests may run at once. */
function newStore() {
  const mock = createPlantStoreMock({ token: "my-access-token" });
  const baseUrl = "https://plants.example.com";
  return { mock, client: createPlantStoreClient({ baseUrl, token: "my-access-token", fetch: mock.fetch }) };
}

it.concurrent("tells that the fern is planted, and the store has it, its id to the digit", async () => {
  const { mock, client } = newStore();
  expect(await plantFern(client)).toBe("Boston fern is planted.");
  expect(mock.plants.all()).toEqual([{ id: 9_007_199_254_740_993n, name: "Boston fern" }]);
});

it.concurrent("passes on why the service refuses", async () => {
  const { mock, client } = newStore();
  mock.failNext({ error: 7, message: "No room for another plant." });
  expect(await plantFern(client)).toBe("Sorry: No room for another plant.");
});

it.concurrent("asks for patience when the connection is lost", async () => {
  const { mock, client } = newStore();
  mock.failNext("connection");
  expect(await plantFern(client)).toBe("Please try again later.");
  expect(mock.plants.size).toBe(0);
});

it.concurrent("sends one request, with its token, which the record does not keep", async () => {
  const { mock, client } = newStore();
  await plantFern(client);
  expect(mock.requests).toMatchObject([{ outcome: "created", headers: { authorization: "Bearer [redacted]" } }]);
});
