import { createPlants } from "~~/create-plants.mjs";

export default defineEventHandler(async () => {
  await createPlants(process.env.PLANT_STORE_URL);
  return "created";
});
