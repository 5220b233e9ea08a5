import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { addPlant, describeFailure } from "../../docs/snippets/add-plant.ts";

const { fetch } = createPlantStoreMock();
const connect = (token: string) => createPlantStoreClient({ baseUrl: "https://a.example", token: () => token, fetch });

it("says what to correct, but not why there is no token, and rethrows other errors", async () => {
  const isNotExact = /^The plant wasn't created. .* id isn't exact/;
  expect(await addPlant(connect("any-token"), { id: 2 ** 53, name: "Fern" })).toMatch(isNotExact);
  expect(await addPlant(connect(""), { id: 1, name: "Fern" })).toBe("The plant wasn't created. Try again later.");
  expect(() => describeFailure(new RangeError("a bug"))).toThrow("a bug");
});
