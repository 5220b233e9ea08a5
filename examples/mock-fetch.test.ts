import { createPlantStoreClient, type PlantStoreClient, PlantStoreError, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { beforeEach, expect, it } from "vitest";

/** The code under test. In your project, it's in another file. */
async function plantFern({ createPlant }: Pick<PlantStoreClient, "createPlant">): Promise<string> {
  try {
    const { name } = await createPlant({ id: 9007199254740993n, name: "Boston fern" }).then(unwrap);
    return `Planted ${name}.`;
  } catch (error) {
    if (!(error instanceof PlantStoreError)) {
      throw error; // a bug
    }
    return error.mayHaveBeenCreated ? "It may be planted. Have a look." : `Not planted: ${error.message}`;
  }
}

const mock = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
beforeEach(() => mock.reset());

it("creates the fern with its exact id", async () => {
  expect(await plantFern(client)).toBe("Planted Boston fern.");
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Boston fern" }]);
});

it("shows why the service refuses the fern", async () => {
  mock.failNext({ error: 7, message: "No room for another plant." });
  expect(await plantFern(client)).toBe("Not planted: No room for another plant.");
});

it("says that the fern may be planted when the response is lost", async () => {
  mock.failNext({ fault: "connection", creates: true });
  expect(await plantFern(client)).toBe("It may be planted. Have a look.");
  expect(mock.plants.size).toBe(1);
});
