import { createPlants } from "./create-plants.mjs";

await createPlants(process.env.PLANT_STORE_URL);
