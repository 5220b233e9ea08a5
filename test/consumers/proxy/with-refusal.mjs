/** Fails to create a plant because a proxy refuses CONNECT, and knows that nothing was created. */
import assert from "node:assert/strict";
import { createPlantStoreClient } from "plant-store-sdk";

const { createPlant } = createPlantStoreClient({ baseUrl: process.env.PLANT_STORE_URL, token: "secret" });
await assert.rejects(createPlant({ id: 1, name: "Fern" }), {
  name: "PlantStoreConnectionError",
  message: /Proxy response \(403\)/,
  mayHaveBeenCreated: false,
});
