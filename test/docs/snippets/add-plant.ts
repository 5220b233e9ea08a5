import {
  type NewPlant,
  type PlantStoreClient,
  PlantStoreConnectionError,
  PlantStoreInputError,
  PlantStoreTimeoutError,
} from "plant-store-sdk";

/** Creates a plant, and says in one sentence what became of it. */
export async function addPlant(client: PlantStoreClient, newPlant: NewPlant): Promise<string> {
  try {
    const { data, error } = await client.createPlant(newPlant);
    return error ? `The store refused it: ${error.message}` : `Created ${data.name}.`;
  } catch (error) {
    if (error instanceof PlantStoreInputError) {
      return `Please correct: ${error.issues.map(({ message }) => message).join("; ")}.`;
    }
    if (error instanceof PlantStoreConnectionError || error instanceof PlantStoreTimeoutError) {
      return "The store can't be reached. The plant may have been created: look before you try again.";
    }
    throw error; // a token that can't be had, an answer that nobody knows: for your error tracking
  }
}
