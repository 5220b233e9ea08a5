import {
  type CreatePlantOptions,
  type CreatePlantResult,
  type NewPlant,
  type PlantStoreClient,
  PlantStoreError,
} from "plant-store-sdk";

/** Creates a plant and logs one line for the call. */
export async function createAndLog(
  { createPlant }: Pick<PlantStoreClient, "createPlant">,
  newPlant: NewPlant,
  options?: CreatePlantOptions,
): Promise<CreatePlantResult> {
  const startedMs = performance.now();
  // With a tracing library, start a span here, and end it in `finally`.
  let outcome: object = { outcome: "bug" };
  try {
    const result = await createPlant(newPlant, options);
    const { data, error, response, ...facts } = result;
    outcome = { outcome: data ? "created" : "PlantStoreApiError", status: response.status, ...facts, ...error };
    return result;
  } catch (error) {
    if (error instanceof PlantStoreError) {
      const { name, message, response, callId, attempts, mayHaveBeenCreated, isTransient } = error;
      const status = response?.status;
      outcome = { outcome: name, status, callId, attempts, mayHaveBeenCreated, isTransient, message };
    }
    throw error;
  } finally {
    const id = String(newPlant.id); // JSON.stringify can't write a bigint
    console.log(JSON.stringify({ id, durationMs: Math.round(performance.now() - startedMs), ...outcome }));
  }
}
