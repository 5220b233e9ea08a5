import { createPlantStoreClient } from "plant-store-sdk";

export const client = createPlantStoreClient({
  baseUrl: "https://plant-store-sandbox.example.workers.dev",
  token: process.env.ACCESS_TOKEN ?? "any-token",
  headers: { "X-Mock-Session": "alice" },
});
