/**
 * Tests code that makes its own client. MSW intercepts the global `fetch`, and the mock responds.
 * Needs: plant-store-sdk, msw, vitest
 *   npx vitest run msw-suite.test.ts
 */
import { setupServer } from "msw/node";
import { createPlantStoreClient, PlantStoreError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";

/** The code under test. In your project, it's in another file. */
async function plantFern(): Promise<string> {
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com/v1", token: "my-access-token" });
  try {
    const { data, error } = await client.createPlant({ id: 9_007_199_254_740_993n, name: "Boston fern" });
    return data ? `Planted ${data.name}.` : `Refused: ${error.message}`;
  } catch (error) {
    if (error instanceof PlantStoreError) {
      return error.mayHaveBeenCreated ? "It may be planted. Have a look." : "Try again later.";
    }
    throw error;
  }
}

const mock = createPlantStoreMock({ baseUrl: "https://plants.example.com/v1", token: "my-access-token" });
const server = setupServer(...createHandlers(mock));
beforeAll(() => server.listen(offline));
afterEach(() => mock.reset());
afterAll(() => server.close());

it("creates the fern with its exact id", async () => {
  expect(await plantFern()).toBe("Planted Boston fern.");
  expect(mock.plants.all()).toEqual([{ id: 9_007_199_254_740_993n, name: "Boston fern" }]);
});

it("shows why the service refuses the fern", async () => {
  mock.failNext({ error: 7, message: "No room for another plant." });
  expect(await plantFern()).toBe("Refused: No room for another plant.");
});

it("says when the fern may be planted", async () => {
  mock.failNext("connection");
  expect(await plantFern()).toBe("It may be planted. Have a look.");
});

it("sends one request with its token, which the mock redacts", async () => {
  await plantFern();
  expect(mock.requests).toMatchObject([{ outcome: "created", headers: { authorization: "Bearer [redacted]" } }]);
});

it("blocks every other request, and prints why", async () => {
  const print = vi.spyOn(console, "error").mockReturnValue();
  expect((await fetch("https://elsewhere.example.com/")).status).toBe(500);
  expect(print).toHaveBeenCalledWith(expect.stringContaining("no handler matches GET https://elsewhere.example.com/"));
  print.mockRestore();
});
