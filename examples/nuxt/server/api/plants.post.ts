import { parseNewPlantForm, unwrap } from "plant-store-sdk";

/** Creates a plant. Nuxt imports what server/utils exports. */
export default defineEventHandler(async (event) => {
  // Takes no HTML forms, which other sites could send with the user's cookies.
  const isJson = getHeader(event, "content-type")?.startsWith("application/json");
  const values = isJson ? await readBody(event).catch(() => undefined) : undefined;
  if (values === undefined) {
    setResponseStatus(event, 400);
    return { message: "The plant wasn't created: the body isn't JSON.", mayHaveBeenCreated: false };
  }
  const { value: newPlant, issues } = parseNewPlantForm(values);
  if (issues) {
    setResponseStatus(event, 422);
    return { issues };
  }
  try {
    return await createPlant(newPlant).then(unwrap);
  } catch (error) {
    console.error(`Plant ${newPlant.id}:`, error); // users see less
    const { status, ...failure } = describeFailure(error, { tokenOwner: "server" });
    setResponseStatus(event, status);
    return failure;
  }
});
