import { createPlantStoreClient, PlantStoreConnectionError } from "plant-store-sdk";

/** Responds with what becomes of a call to each `baseUrl` of the query. */
export async function respond(request) {
  return Response.json(await describeCalls(new URL(request.url).searchParams.getAll("baseUrl")));
}

/** Creates a plant at each base URL at once. */
export function describeCalls(baseUrls) {
  return Promise.all(baseUrls.map(describeCall));
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
