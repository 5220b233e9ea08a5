import { fail } from "@sveltejs/kit";
import { parseNewPlantForm, unwrap } from "plant-store-sdk";
import { describeFailure } from "../lib/server/describe-failure";
import { plantStore } from "../lib/server/plant-store";

export const actions = {
  default: async ({ request }) => {
    const form = await request.formData();
    const values = Object.fromEntries(form); // for the form to show again
    const { value: newPlant, issues } = parseNewPlantForm(form);
    if (issues) {
      return fail(422, { values, issues });
    }
    try {
      const { name } = await plantStore.createPlant(newPlant).then(unwrap);
      return { message: `Created ${name}.` };
    } catch (error) {
      console.error(`Plant ${newPlant.id}:`, error); // users see less
      const { status, ...failure } = describeFailure(error);
      return fail(status, { values, ...failure });
    }
  },
};
