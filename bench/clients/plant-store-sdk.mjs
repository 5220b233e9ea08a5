import { createPlantStoreClient, unwrap } from "plant-store-sdk";

export function createCall(options) {
  const { createPlant } = createPlantStoreClient(options);
  return (newPlant) => createPlant(newPlant).then(unwrap);
}
