import { createPlantStoreClient } from "plant-store-sdk";
import { ProxyAgent } from "undici";

const dispatcher = new ProxyAgent("http://proxy.example.com:8080");

export const plantStore = createPlantStoreClient({
  baseUrl: "https://plants.example.com/v1",
  token: "my-access-token",
  fetch: (url, init) => fetch(url, { ...init, dispatcher } as RequestInit),
});
