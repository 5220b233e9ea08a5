import { createPlantStoreClient, PlantStoreConnectionError } from "plant-store-sdk";

/** Creates a plant at each `baseUrl` of the query at once. Responds with what becomes of each call. */
export async function describeCalls(request) {
  const baseUrls = new URL(request.url).searchParams.getAll("baseUrl");
  return Response.json(await Promise.all(baseUrls.map(describeCall)));
}

async function describeCall(baseUrl) {
  const { createPlant } = createPlantStoreClient({ baseUrl, token: "secret" });
  try {
    const { data } = await createPlant({ id: BigInt("9007199254740993"), name: "Fern" });
    return { data };
  } catch (error) {
    const { mayHaveBeenCreated, message } = error;
    return { isConnectionError: error instanceof PlantStoreConnectionError, mayHaveBeenCreated, message };
  }
}
