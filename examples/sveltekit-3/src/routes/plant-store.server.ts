import { createPlantStoreClient, sendOnce } from "plant-store-sdk";
import { PLANT_STORE_TOKEN, PLANT_STORE_URL } from "$app/env/private";

const plantStore = createPlantStoreClient({ baseUrl: PLANT_STORE_URL, token: () => PLANT_STORE_TOKEN });

/** Until the server ends, it doesn't send a plant again that may exist. */
export const createPlant = sendOnce(plantStore.createPlant);
