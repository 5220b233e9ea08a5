import { createPlantStoreClient } from "plant-store-sdk";
import { env } from "$env/dynamic/private";

export const plantStore = createPlantStoreClient({
  baseUrl: env.PLANT_STORE_URL ?? "https://plants.example.com/v1",
  token: () => env.PLANT_STORE_TOKEN ?? "", // read at each call, since a build has none
});
