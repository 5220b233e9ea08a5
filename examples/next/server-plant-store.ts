import { createPlantStoreClient } from "plant-store-sdk";

export const plantStore = createPlantStoreClient({
  baseUrl: process.env.PLANT_STORE_URL ?? "https://plants.example.com/v1",
  token: () => process.env.PLANT_STORE_TOKEN ?? "", // read at each call, since a build has none
});
