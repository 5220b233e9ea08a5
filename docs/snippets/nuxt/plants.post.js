import { parseNewPlantForm, unwrap } from "plant-store-sdk";

export default defineEventHandler(async (event) => {
  // Takes no HTML forms, which other sites could send with the user's cookies.
  const isJson = getHeader(event, "content-type")?.startsWith("application/json");
  const { value: newPlant, issues } = parseNewPlantForm(isJson ? await readBody(event) : {});
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
