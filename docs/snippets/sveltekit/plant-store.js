import { createPlantStoreClient } from "plant-store-sdk";
import { env } from "$env/dynamic/private";

export const plantStore = createPlantStoreClient({
  baseUrl: env.PLANT_STORE_URL ?? "https://plants.example.com/v1",
  token: getToken,
});

function getToken() {
  if (!env.PLANT_STORE_TOKEN) {
    throw new Error("Set PLANT_STORE_TOKEN.");
  }
  return env.PLANT_STORE_TOKEN;
}
