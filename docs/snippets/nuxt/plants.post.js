import { parseNewPlantForm, unwrap } from "plant-store-sdk";

export default defineEventHandler(async (event) => {
  const { value: newPlant, issues } = parseNewPlantForm(await readBody(event));
  if (issues) {
    setResponseStatus(event, 422);
    return { issues };
  }
  try {
    return await plantStore.createPlant(newPlant).then(unwrap);
  } catch (error) {
    console.error(`Plant ${newPlant.id}:`, error); // users see less
    const { status, ...failure } = describeFailure(error);
    setResponseStatus(event, status);
    return failure;
  }
});
