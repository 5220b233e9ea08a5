import { createPlantStoreClient, sendOnce } from "plant-store-sdk";

const plantStore = createPlantStoreClient({
  // In development, the mock responds at /api: see vite.config.ts.
  baseUrl: import.meta.env.VITE_PLANT_STORE_URL || `${location.origin}/api`,
  token: accessToken,
});

/** What all forms get. Until a reload or an edit of this file, it sends no plant again that may exist. */
export const createPlant = sendOnce(plantStore.createPlant);

/** In your app, return the token of the user who is signed in. */
function accessToken(): string {
  return sessionStorage.getItem("access-token") ?? "any-token";
}
