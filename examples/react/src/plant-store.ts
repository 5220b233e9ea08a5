import { createPlantStoreClient } from "plant-store-sdk";

export const baseUrl = import.meta.env.VITE_PLANT_STORE_URL || `${location.origin}/v1`;

/** The one client of the app. Its token is asked for anew for every request. */
export const plantStore = createPlantStoreClient({ baseUrl, token: accessToken });

/** In an app of yours: the token of whoever is signed in. */
function accessToken(): string {
  return sessionStorage.getItem("access-token") ?? "any-token";
}
