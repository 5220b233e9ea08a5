import { createPlantStoreClient } from "plant-store-sdk";

export const baseUrl = import.meta.env.VITE_PLANT_STORE_URL || `${location.origin}/v1`;

export const plantStore = createPlantStoreClient({ baseUrl, token: accessToken });

/** In your app, return the token of the user who is signed in. */
function accessToken(): string {
  return sessionStorage.getItem("access-token") ?? "any-token";
}
