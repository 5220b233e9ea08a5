"use server";

import { createPlantStoreClient, newPlantFormSchema, PlantStoreError } from "plant-store-sdk";

const { createPlant } = createPlantStoreClient({
  baseUrl: process.env.PLANT_STORE_URL ?? "https://plants.example.com/v1",
  token: () => process.env.PLANT_STORE_TOKEN ?? "", // read on the server only, at each call
});

export interface FormState {
  readonly message?: string;
  readonly issues?: Readonly<Record<string, string>>;
}

/** Creates the plant of a form. */
export async function createPlantAction(_previous: FormState, form: FormData): Promise<FormState> {
  const input = await newPlantFormSchema["~standard"].validate(Object.fromEntries(form));
  if (input.issues) {
    return { issues: Object.fromEntries(input.issues.map(({ path, message }) => [String(path?.[0]), message])) };
  }
  try {
    const { data, error } = await createPlant(input.value);
    return { message: error ? `Refused: ${error.message}` : `Created ${data.name}.` };
  } catch (error) {
    if (error instanceof PlantStoreError) {
      console.error(error.message); // the token is redacted
      return { message: "The Plant Store didn't respond as expected. The plant may exist." };
    }
    throw error;
  }
}
