import { readFile } from "node:fs/promises";
import { createPlantStoreClient } from "plant-store-sdk";

/** Reads the token at each attempt from a file that is replaced when the token rotates, such as a mounted secret. */
export const plantStore = createPlantStoreClient({
  baseUrl: "https://plants.example.com/v1",
  token: async () => (await readFile(process.env.PLANT_STORE_TOKEN_FILE ?? "", "utf8")).trim(),
});
