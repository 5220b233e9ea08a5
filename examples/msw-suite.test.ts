/**
 * A suite for code that talks to the Plant Store by itself: MSW intercepts its `fetch`, and the mock answers.
 *
 *   npx vitest run examples/msw-suite.test.ts
 */
import { setupServer } from "msw/node";
import { createPlantStoreClient, PlantStoreConnectionError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

/** The code under test, which in your project is in a file of its own. */
async function plantFern(): Promise<string> {
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com/v1", token: "my-access-token" });
  try {
    const { data, error } = await client.createPlant({ id: 9_007_199_254_740_993n, name: "Boston fern" });
    return data ? `${data.name} is planted.` : `Sorry: ${error.message}`;
  } catch (error) {
    if (error instanceof PlantStoreConnectionError) {
      return "Please try again later.";
    }
    throw error;
  }
}

const mock = createPlantStoreMock({ baseUrl: "https://plants.example.com/v1", token: "my-access-token" });
const server = setupServer(...createHandlers(mock));
beforeAll(() => server.listen(offline));
afterEach(() => mock.reset());
afterAll(() => server.close());

it("tells that the fern is planted, and the store has it, its id to the digit", async () => {
  expect(await plantFern()).toBe("Boston fern is planted.");
  expect(mock.plants.all()).toEqual([{ id: 9_007_199_254_740_993n, name: "Boston fern" }]);
});

it("passes on why the service refuses", async () => {
  mock.failNext({ error: 7, message: "No room for another plant." });
  expect(await plantFern()).toBe("Sorry: No room for another plant.");
});

it("asks for patience when the connection is lost", async () => {
  mock.failNext("connection");
  expect(await plantFern()).toBe("Please try again later.");
  expect(mock.plants.size).toBe(0);
});

it("sends one request, with its token, which the record does not keep", async () => {
  await plantFern();
  expect(mock.requests).toMatchObject([{ outcome: "created", headers: { authorization: "Bearer [redacted]" } }]);
});

it("lets no other request out", async () => {
  expect((await fetch("https://elsewhere.example.com/")).status).toBe(500);
});
