import { createPlantStoreClient, sendOnce } from "plant-store-sdk";
import { env } from "$env/dynamic/private";

const plantStore = createPlantStoreClient({
  baseUrl: env.PLANT_STORE_URL ?? "https://plants.example.com/v1",
  token: () => env.PLANT_STORE_TOKEN ?? "", // read at each call, since a build has none
});

/** Until the server ends, it doesn't send a plant again that may exist. */
export const createPlant = sendOnce(plantStore.createPlant);
