import { fail } from "@sveltejs/kit";
import { parseNewPlantForm } from "plant-store-sdk";
import { addPlant } from "$lib/server/add-plant";
import { plantStore } from "$lib/server/plant-store";

export const actions = {
  default: async ({ request }) => {
    const { value: newPlant, issues } = parseNewPlantForm(await request.formData());
    return issues ? fail(422, { issues }) : { message: await addPlant(plantStore, newPlant) };
  },
};
