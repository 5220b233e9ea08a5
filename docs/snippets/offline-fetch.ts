import type { PlantStoreClientOptions } from "plant-store-sdk";

export const onlineFetch: PlantStoreClientOptions["fetch"] = async (url, init) => {
  if (navigator.onLine === false) {
    throw Object.assign(new Error("The browser is offline"), { mayHaveBeenCreated: false });
  }
  return fetch(url, init);
};
