import { createPlantStoreClient } from "plant-store-sdk";
import { PLANT_STORE_TOKEN, PLANT_STORE_URL } from "$app/env/private";

export const plantStore = createPlantStoreClient({ baseUrl: PLANT_STORE_URL, token: () => PLANT_STORE_TOKEN });
