import { createPlants } from "../../create-plants.mjs";

export const runtime = "edge";

export async function POST() {
  await createPlants(process.env.PLANT_STORE_URL);
  return new Response("created");
}
