import { createPlantStoreClient, unwrap } from "../../dist/index.js";

export function createCall(options) {
  const client = createPlantStoreClient(options);
  return async (newPlant) => unwrap(await client.createPlant(newPlant));
}
