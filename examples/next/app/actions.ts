"use server";

import { parseNewPlantForm, unwrap } from "plant-store-sdk";
import { describeFailure } from "@/describe-failure";
import { createPlant } from "@/server-plant-store";

export interface FormState {
  readonly message?: string;
  readonly issues?: Readonly<Record<string, string>>;
  /** What was typed, since React resets a form after its action. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Creates the plant of a form. */
export async function createPlantAction(_: FormState, form: FormData): Promise<FormState> {
  const values = Object.fromEntries(["id", "name", "tag"].map((field) => [field, String(form.get(field) ?? "")]));
  const { value: newPlant, issues } = parseNewPlantForm(form);
  if (issues) {
    return { values, issues: Object.fromEntries(issues.map(({ path, message }) => [String(path?.[0]), message])) };
  }
  try {
    const { name } = await createPlant(newPlant).then(unwrap);
    return { values, message: `Created ${name}, with the id ${newPlant.id}.` };
  } catch (error) {
    console.error(`Plant ${newPlant.id}:`, error); // users see less
    const { message } = describeFailure(error, { tokenOwner: "server" });
    return { values, message: `${newPlant.name}, with the id ${newPlant.id}: ${message}` };
  }
}
