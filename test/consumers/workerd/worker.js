import { createPlants } from "./create-plants.mjs";

export default {
  test: (_controller, { PLANT_STORE_URL }) => createPlants(PLANT_STORE_URL),
};
