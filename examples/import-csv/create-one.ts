import { type NewPlant, type PlantStoreClient, PlantStoreError } from "plant-store-sdk";

/** Creates a plant. Returns the outcome instead of throwing. */
export async function createOne({ createPlant }: PlantStoreClient, newPlant: NewPlant) {
  try {
    const { error, ...result } = await createPlant(newPlant);
    return { ...result, outcome: error ? "refused" : "created", reason: error?.message } as const;
  } catch (error) {
    const mayHaveBeenCreated = !(error instanceof PlantStoreError) || error.mayHaveBeenCreated;
    return { mayHaveBeenCreated, outcome: "failed", reason: String(error) } as const;
  }
}
