import { createPlantStoreClient, type NewPlant, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { bothWays } from "../support/both-ways.ts";

describe.each(bothWays)("the client, $way,", ({ middleware }) => {
  it("resolves with a Plant for a valid body with valid credentials (I11)", async () => {
    const mock = createPlantStoreMock({ token: "the-valid-token" });
    const client = createPlantStoreClient({
      baseUrl: "https://plants.example.com",
      token: "the-valid-token",
      fetch: mock.fetch,
      middleware,
    });

    expect(await client.createPlant({ id: 1, name: "Fern", tag: "indoor" }).then(unwrap)).toStrictEqual({
      name: "Fern",
      tag: "indoor",
    });
  });

  it("resolves with an Error and status 400 for a request that fails (I12)", async () => {
    const mock = createPlantStoreMock({ token: "the-valid-token" });
    const client = createPlantStoreClient({
      baseUrl: "https://plants.example.com",
      token: "another-token",
      fetch: mock.fetch,
      middleware,
    });
    const fern: NewPlant = { id: 1, name: "Fern" };

    const { error, response } = await client.createPlant(fern);

    expect(error).toStrictEqual({ error: 400, message: "The access token is not valid." });
    expect(response.status).toBe(400);
  });
});
