import { createPlantStoreClient } from "plant-store-sdk";

export const plantStore = createPlantStoreClient({
  baseUrl: process.env.PLANT_STORE_URL ?? "https://plants.example.com/v1",
  token: () => process.env.PLANT_STORE_TOKEN ?? "", // read on the server only, at each call
});
