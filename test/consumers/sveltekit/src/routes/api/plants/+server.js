import { createPlants } from "../../../../create-plants.mjs";

export async function GET() {
  await createPlants(process.env.PLANT_STORE_URL);
  return new Response("created");
}
