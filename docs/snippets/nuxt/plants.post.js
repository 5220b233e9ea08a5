import { parseNewPlantForm } from "plant-store-sdk";

export default defineEventHandler(async (event) => {
  const { value: newPlant, issues } = parseNewPlantForm(await readBody(event));
  return issues ? { issues } : { message: await addPlant(plantStore, newPlant) };
});
