import { createPlantStoreClient } from "plant-store-sdk";
import { createPlants } from "./create-plants.mjs";

export default {
  async test(_controller, { PLANT_STORE_URL }) {
    await createPlants(PLANT_STORE_URL);
    const { createPlant } = createPlantStoreClient({ baseUrl: "http://127.0.0.1:59999", token: "any-token" });
    const { message } = await createPlant({ id: 1, name: "Fern" }).catch((error) => error);
    if (!message?.endsWith("failed: Network connection lost. (it may have been created)")) {
      throw new Error(`Unexpected without a mock: ${message}`);
    }
  },
};
