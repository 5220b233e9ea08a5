import { createPlantStoreClient, type PlantStoreClient, PlantStoreError, unwrap } from "npm:plant-store-sdk";

/** Creates a plant. Returns what to show. */
export async function createFern({ createPlant }: Pick<PlantStoreClient, "createPlant">): Promise<string> {
  try {
    const { name } = await createPlant({ id: 9007199254740993n, name: "Boston fern" }).then(unwrap);
    return `Created: ${name}`;
  } catch (error) {
    if (!(error instanceof PlantStoreError)) {
      throw error; // a bug
    }
    return `${error.mayHaveBeenCreated ? "The plant may exist" : "Nothing was created"}: ${error.message}`;
  }
}

if (import.meta.main) {
  const http = Deno.createHttpClient({ poolMaxIdlePerHost: 0 }); // Deno may send a POST twice on a kept connection
  const client = createPlantStoreClient({
    baseUrl: Deno.env.get("PLANT_STORE_URL") ?? "http://127.0.0.1:4010",
    token: () => Deno.env.get("PLANT_STORE_TOKEN") ?? "",
    fetch: (url, init) => fetch(url, { ...init, client: http }),
  });
  console.log(await createFern(client));
}
