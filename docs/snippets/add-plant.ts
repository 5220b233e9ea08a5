import {
  type NewPlant,
  PlantStoreApiError,
  type PlantStoreClient,
  PlantStoreError,
  PlantStoreInputError,
  unwrap,
} from "plant-store-sdk";

/** Creates a plant and returns a message for the user. */
export async function addPlant(
  { createPlant }: Pick<PlantStoreClient, "createPlant">,
  newPlant: NewPlant,
): Promise<string> {
  try {
    const { name } = await createPlant(newPlant).then(unwrap);
    return `Created ${name}.`;
  } catch (error) {
    return describeFailure(error);
  }
}

/** Tells the user whether the plant may exist. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof PlantStoreError)) {
    throw error; // a bug
  }
  if (error.mayHaveBeenCreated) {
    return "The plant may have been created. Sending it again could create it twice.";
  }
  const isDenied = "status" in error && (error.status === 401 || error.status === 403);
  const isRefused = error instanceof PlantStoreApiError && !error.isTransient && !isDenied;
  const isAboutPlant = error instanceof PlantStoreInputError || isRefused;
  return `The plant wasn't created. ${isAboutPlant ? error.message : "Try again later."}`;
}
