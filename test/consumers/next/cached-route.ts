import { createPlantStoreClient, unwrap } from "plant-store-sdk";

// Next.js then answers a `fetch` from its cache, even a POST.
export const fetchCache = "default-cache";

/** Creates three plants, and responds with their names. */
export async function GET(): Promise<Response> {
  const { createPlant } = createPlantStoreClient({ baseUrl: process.env.PLANT_STORE_URL ?? "", token: "secret" });
  const names: string[] = [];
  while (names.length < 3) {
    const { name } = await createPlant({ id: BigInt("9007199254740993"), name: "Fern" }).then(unwrap);
    names.push(name);
  }
  return Response.json(names);
}
