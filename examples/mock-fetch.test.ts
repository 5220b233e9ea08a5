/**
 * Tests code that gets its client as an argument. The mock is the client's `fetch`, and nothing is intercepted.
 * Needs: plant-store-sdk, vitest
 *   npx vitest run mock-fetch.test.ts
 */
import { createPlantStoreClient, type PlantStoreClient, PlantStoreError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";

/** The code under test. In your project, it's in another file. */
async function plantFern({ createPlant }: PlantStoreClient): Promise<string> {
  try {
    const { data, error } = await createPlant({ id: 9_007_199_254_740_993n, name: "Boston fern" });
    return data ? `Planted ${data.name}.` : `Refused: ${error.message}`;
  } catch (error) {
    if (error instanceof PlantStoreError) {
      return error.mayHaveBeenCreated ? "It may be planted. Have a look." : "Try again later.";
    }
    throw error;
  }
}

function newStore() {
  const mock = createPlantStoreMock({ token: "my-access-token" });
  const baseUrl = "https://plants.example.com";
  return { mock, client: createPlantStoreClient({ baseUrl, token: "my-access-token", fetch: mock.fetch }) };
}

it.concurrent("creates the fern with its exact id", async () => {
  const { mock, client } = newStore();
  expect(await plantFern(client)).toBe("Planted Boston fern.");
  expect(mock.plants.all()).toEqual([{ id: 9_007_199_254_740_993n, name: "Boston fern" }]);
});

it.concurrent("shows why the service refuses the fern", async () => {
  const { mock, client } = newStore();
  mock.failNext({ error: 7, message: "No room for another plant." });
  expect(await plantFern(client)).toBe("Refused: No room for another plant.");
});

it.concurrent("says when the fern may be planted, and when it can't be", async () => {
  const { mock, client } = newStore();
  mock.failNext("connection");
  expect(await plantFern(client)).toBe("It may be planted. Have a look.");
  mock.failNext("unreachable");
  expect(await plantFern(client)).toBe("Try again later.");
});
