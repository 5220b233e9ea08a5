import { createPlantStoreClient } from "plant-store-sdk";

const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com/v1",
  token: "my-access-token",
});

export const { createPlant } = client;
