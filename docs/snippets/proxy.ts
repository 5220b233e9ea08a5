import { createPlantStoreClient } from "plant-store-sdk";
import { ProxyAgent, fetch as undiciFetch } from "undici";

const dispatcher = new ProxyAgent(process.env.HTTPS_PROXY ?? "http://proxy.example.com:8080");

export const plantStore = createPlantStoreClient({
  baseUrl: process.env.PLANT_STORE_URL ?? "https://plants.example.com/v1",
  token: () => process.env.PLANT_STORE_TOKEN ?? "",
  // undici's types and those of the DOM differ, their objects don't.
  fetch: (url, init) => (undiciFetch as typeof fetch)(url, { ...init, dispatcher } as RequestInit),
});
