import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const newPlant = { id: BigInt("9007199254740993"), name: "Fern" };

/** Creates one plant with mock.fetch, and one at the service. */
export async function createPlants(baseUrl) {
  const mock = createPlantStoreMock();
  const offline = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "secret", fetch: mock.fetch });
  await offline.createPlant(newPlant).then(unwrap);
  if (mock.plants.get(newPlant.id)?.name !== "Fern") {
    throw new Error("The mock has no such plant.");
  }
  await createPlantStoreClient({ baseUrl, token: "secret" }).createPlant(newPlant).then(unwrap);
}
