import { parseNewPlantForm, unwrap } from "plant-store-sdk";

export default defineEventHandler(async (event) => {
  const { value: newPlant, issues } = parseNewPlantForm(await readBody(event));
  if (issues) {
    setResponseStatus(event, 422);
    return { issues };
  }
  try {
    const { name } = await plantStore.createPlant(newPlant).then(unwrap);
    return { message: `Created ${name}.` };
  } catch (error) {
    console.error(`Plant ${newPlant.id}:`, error); // users see less
    setResponseStatus(event, 500);
    return { message: describeFailure(error) };
  }
});
