import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { addPlant, describeFailure } from "../../docs/snippets/add-plant.ts";

const mock = createPlantStoreMock();
const { fetch } = mock;
const connect = (token: string) => createPlantStoreClient({ baseUrl: "https://a.example", token: () => token, fetch });

it("says what to correct in a plant", async () => {
  const isNotExact = /^The plant wasn't created. .* id isn't exact/;
  expect(await addPlant(connect("any-token"), { id: 2 ** 53, name: "Fern" })).toMatch(isNotExact);
});

it.each([401, 403])("doesn't say why the token is refused: %i", async (status) => {
  mock.failNext({ error: 1, message: "Expired", status });
  expect(await addPlant(connect("any-token"), { id: 1, name: "Fern" })).toMatch(/Try again later\.$/);
});

it("doesn't say why there is no token", async () => {
  expect(await addPlant(connect(""), { id: 1, name: "Fern" })).toBe("The plant wasn't created. Try again later.");
});

it("rethrows other errors", () => {
  expect(() => describeFailure(new RangeError("a bug"))).toThrow("a bug");
});
