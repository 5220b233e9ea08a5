import { type CreatePlantResult, type NewPlant, type PlantStoreClient, PlantStoreError } from "plant-store-sdk";

/** Creates a plant and logs one line for the call. Hooks log its attempts with the same `callId`. */
export async function createAndLog(
  { createPlant }: Pick<PlantStoreClient, "createPlant">,
  newPlant: NewPlant,
): Promise<CreatePlantResult> {
  const startedMs = performance.now();
  // With a tracing library, start a span here, and end it in `log`.
  const log = (outcome: string, { callId, attempts, mayHaveBeenCreated }: Omit<Partial<PlantStoreError>, "name">) => {
    const durationMs = Math.round(performance.now() - startedMs);
    const id = String(newPlant.id); // an int64, which JSON can't hold exactly
    console.log(JSON.stringify({ outcome, id, callId, attempts, durationMs, mayHaveBeenCreated }));
  };
  try {
    const result = await createPlant(newPlant);
    log(result.error ? "refused" : "created", result);
    return result;
  } catch (error) {
    if (error instanceof PlantStoreError) {
      log(error.name, error);
    }
    throw error;
  }
}
