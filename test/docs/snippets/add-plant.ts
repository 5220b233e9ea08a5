import {
  type NewPlant,
  type PlantStoreClient,
  PlantStoreConnectionError,
  PlantStoreInputError,
  PlantStoreTimeoutError,
} from "plant-store-sdk";

/** Creates a plant and returns a message for the user. */
export async function addPlant(client: PlantStoreClient, newPlant: NewPlant): Promise<string> {
  try {
    const { data, error } = await client.createPlant(newPlant);
    return error ? `The store rejected the plant: ${error.message}` : `Created ${data.name}.`;
  } catch (error) {
    if (error instanceof PlantStoreInputError) {
      return `Please correct: ${error.issues.map(({ message }) => message).join("; ")}.`;
    }
    if (error instanceof PlantStoreConnectionError || error instanceof PlantStoreTimeoutError) {
      return "The store can't be reached. Check whether the plant exists before you try again.";
    }
    throw error; // a token problem or an unexpected response: report it
  }
}
