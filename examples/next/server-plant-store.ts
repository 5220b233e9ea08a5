import { createPlantStoreClient, type PlantStoreClient, sendOnce } from "plant-store-sdk";

declare global {
  var createPlantOnce: PlantStoreClient["createPlant"] | undefined;
}

const plantStore = createPlantStoreClient({
  baseUrl: process.env.PLANT_STORE_URL ?? "https://plants.example.com/v1",
  token: () => process.env.PLANT_STORE_TOKEN ?? "", // read at each call, since a build has none
});

/** Until the server ends, it doesn't send a plant again that may exist. Next.js loads this module more than once. */
export const createPlant = globalThis.createPlantOnce ?? sendOnce(plantStore.createPlant);
globalThis.createPlantOnce = createPlant;
