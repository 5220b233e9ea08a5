import { createPlantStoreClient, type NewPlant, unwrap } from "plant-store-sdk";

const baseUrl = "https://plants.example.com/v1";
const client = createPlantStoreClient({ baseUrl, token: "my-access-token", retries: 2 });

export const createPlant = (newPlant: NewPlant) => client.createPlant(newPlant).then(unwrap);
