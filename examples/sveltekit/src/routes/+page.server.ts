import { fail } from "@sveltejs/kit";
import { parseNewPlantForm, unwrap } from "plant-store-sdk";
import type { Actions } from "./$types";
import { describeFailure } from "./describe-failure";
import { createPlant } from "./plant-store.server";

export const actions = {
  default: async ({ request }) => {
    const form = await request.formData();
    const readText = (field: string) => {
      const value = form.get(field);
      return typeof value === "string" ? value : ""; // SvelteKit can't send a file back to the page
    };
    const values = { id: readText("id"), name: readText("name"), tag: readText("tag") };
    const { value: newPlant, issues } = parseNewPlantForm(values);
    if (issues) {
      const messages = issues.map(({ path, message }) => [String(path?.[0]), message]);
      return fail(422, { values, issues: Object.fromEntries(messages) as Record<string, string> });
    }
    try {
      const { name } = await createPlant(newPlant).then(unwrap);
      return { message: `Created ${name}, with the id ${newPlant.id}.` };
    } catch (error) {
      console.error(`Plant ${newPlant.id}:`, error); // users see less
      const { status, message, mayHaveBeenCreated } = describeFailure(error, { tokenOwner: "server" });
      const plant = `${newPlant.name}, with the id ${newPlant.id}`; // the user may type another one meanwhile
      return fail(status, { values, message: `${plant}: ${message}`, mayHaveBeenCreated });
    }
  },
} satisfies Actions;
