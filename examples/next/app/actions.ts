"use server";

import { parseNewPlantForm, unwrap } from "plant-store-sdk";
import { describeFailure } from "../describe-failure";
import { plantStore } from "../server-plant-store";

export interface FormState {
  readonly message?: string;
  readonly mayHaveBeenCreated?: boolean;
  readonly issues?: Readonly<Record<string, string>>;
  /** What was typed, since React resets a form after its action. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Creates the plant of a form. */
export async function createPlantAction(previous: FormState, form: FormData): Promise<FormState> {
  const values = Object.fromEntries(["id", "name", "tag"].map((field) => [field, String(form.get(field) ?? "")]));
  if (previous.mayHaveBeenCreated && previous.values?.id?.trim() === values.id?.trim()) {
    return { ...previous, values }; // the plant may exist, so its id must change first
  }
  const input = parseNewPlantForm(form);
  if (input.issues) {
    return {
      values,
      issues: Object.fromEntries(input.issues.map(({ path, message }) => [String(path?.[0]), message])),
    };
  }
  try {
    const { name } = await plantStore.createPlant(input.value).then(unwrap);
    return { message: `Created ${name}.` };
  } catch (error) {
    console.error(`Plant ${input.value.id}:`, error); // users see less
    const { message, mayHaveBeenCreated } = describeFailure(error, { tokenOwner: "server" });
    return { values, message, mayHaveBeenCreated };
  }
}
