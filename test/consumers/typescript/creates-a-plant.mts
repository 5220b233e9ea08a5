import { createPlantStoreClient, type NewPlant, type Plant, PlantStoreError, parsePlantId } from "plant-store-sdk";
import { type ConformanceReport, checkConformance } from "plant-store-sdk/conformance";
import { createPlantStoreMock, type PlantStoreMock } from "plant-store-sdk/mocks";
import { createMockApp, type MockApp } from "plant-store-sdk/mocks/app";
import { type MockServer, startMockServer } from "plant-store-sdk/mocks/server";
import { plantStoreMock } from "plant-store-sdk/mocks/vite";

export const mock: PlantStoreMock = createPlantStoreMock();
export const app: MockApp = createMockApp();
export const start: () => Promise<MockServer> = startMockServer;
export const plugin: { readonly name: string } = plantStoreMock();
export const check = (fetch: typeof mock.fetch): Promise<ConformanceReport> =>
  checkConformance({ baseUrl: "https://plants.example.com", token: "any", fetch });

const newPlant: NewPlant = { id: parsePlantId("9007199254740993"), name: "Fern" };
const client = createPlantStoreClient({ baseUrl: process.env.PLANT_STORE_URL ?? "", token: async () => "secret" });

try {
  const { data, error } = await client.createPlant(newPlant);
  if (error) {
    throw new Error(error.message);
  }
  const plant: Plant = data;
  console.log(plant.tag ?? plant.name);
} catch (thrown) {
  throw thrown instanceof PlantStoreError ? thrown.cause : thrown;
}
