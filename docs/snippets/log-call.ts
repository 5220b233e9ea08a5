import {
  type CreatePlantOptions,
  type CreatePlantResult,
  type NewPlant,
  type PlantStoreClient,
  PlantStoreError,
} from "plant-store-sdk";

/** Creates a plant and logs one line for the call. Hooks log its attempts with the same `callId`. */
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
    const { error, response, callId, attempts, mayHaveBeenCreated, mayHaveBeenCreatedTwice } = result;
    const { status } = response;
    outcome = {
      outcome: error ? "error" : "created",
      status,
      callId,
      attempts,
      mayHaveBeenCreated,
      mayHaveBeenCreatedTwice,
    };
    return result;
  } catch (error) {
    if (error instanceof PlantStoreError) {
      const { name, callId, attempts, mayHaveBeenCreated } = error;
      outcome = { outcome: name, callId, attempts, mayHaveBeenCreated };
    }
    throw error;
  } finally {
    const id = String(newPlant.id); // JSON.stringify can't write a bigint
    console.log(JSON.stringify({ id, durationMs: Math.round(performance.now() - startedMs), ...outcome }));
  }
}
