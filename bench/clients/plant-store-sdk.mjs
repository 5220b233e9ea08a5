import { createPlantStoreClient, unwrap } from "plant-store-sdk";

export function createCall(options) {
  const client = createPlantStoreClient(options);
  return async (newPlant) => unwrap(await client.createPlant(newPlant));
}
