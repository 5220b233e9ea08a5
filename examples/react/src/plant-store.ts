import { createPlantStoreClient } from "plant-store-sdk";

export const plantStore = createPlantStoreClient({
  // In development, the mock responds at /api: see vite.config.ts.
  baseUrl: import.meta.env.VITE_PLANT_STORE_URL || `${location.origin}/api`,
  token: accessToken,
});

/** In your app, return the token of the user who is signed in. */
function accessToken(): string {
  return sessionStorage.getItem("access-token") ?? "any-token";
}
