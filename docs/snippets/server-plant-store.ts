import { createPlantStoreClient } from "plant-store-sdk";

export const plantStore = createPlantStoreClient({
  baseUrl: process.env.PLANT_STORE_URL ?? "https://plants.example.com/v1",
  token: getToken,
});

/** Reads the token at each call, since a build has none. */
function getToken(): string {
  const token = process.env.PLANT_STORE_TOKEN;
  if (!token) {
    throw new Error("Set PLANT_STORE_TOKEN.");
  }
  return token;
}
