import { createPlantStoreClient, type NewPlant, PlantStoreError, parsePlantId, unwrap } from "plant-store-sdk";
import { type ConformanceReport, checkConformance } from "plant-store-sdk/conformance";
import { createPlantStoreMock, type PlantStoreMock } from "plant-store-sdk/mocks";
import { type MockServer, startMockServer } from "plant-store-sdk/mocks/server";

const mock: PlantStoreMock = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
const newPlant: NewPlant = { id: parsePlantId("9007199254740993"), name: "Fern" };

const { data, error } = await client.createPlant(newPlant);
if (error) {
  const message: string = error.message;
  throw new Error(message);
}
const name: string = data.name;

export async function overHttp(): Promise<ConformanceReport> {
  const server: MockServer = await startMockServer();
  try {
    await createPlantStoreClient({ baseUrl: server.url, token: async () => "any" })
      .createPlant(newPlant)
      .then(unwrap);
    return await checkConformance({ baseUrl: server.url, token: "any" });
  } catch (thrown) {
    throw thrown instanceof PlantStoreError ? thrown.cause : thrown;
  } finally {
    await server.close();
  }
}

console.log(`${mock.plants.get(9007199254740993n)?.id} ${name}`);
