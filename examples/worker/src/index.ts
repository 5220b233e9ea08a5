import { createPlantStoreClient, parseNewPlantForm, unwrap } from "plant-store-sdk";
import { describeFailure } from "./describe-failure";

/** Creates the plant of a JSON body at POST /plants. */
export default {
  async fetch(request, env): Promise<Response> {
    if (request.method !== "POST" || new URL(request.url).pathname !== "/plants") {
      return Response.json({ message: "Not found. Send POST /plants." }, { status: 404 });
    }
    // Takes no HTML forms, which other sites could send with the user's cookies.
    const isJson = request.headers.get("content-type")?.startsWith("application/json");
    const values = isJson ? await request.json<object>().catch(() => undefined) : undefined;
    if (values === undefined) {
      const message = "The plant wasn't created: the body isn't JSON.";
      return Response.json({ message, mayHaveBeenCreated: false }, { status: 400 });
    }
    // Check here whether the user may create plants.
    const { value: newPlant, issues } = parseNewPlantForm(values);
    if (issues) {
      return Response.json({ issues }, { status: 422 });
    }
    const token = () => env.PLANT_STORE_TOKEN; // without the secret, only the call fails
    const { createPlant } = createPlantStoreClient({ baseUrl: env.PLANT_STORE_URL, token });
    try {
      return Response.json(await createPlant(newPlant).then(unwrap), { status: 201 });
    } catch (error) {
      console.error(`Plant ${newPlant.id}:`, error); // users see less
      const { status, ...failure } = describeFailure(error, { tokenOwner: "server" });
      return Response.json(failure, { status });
    }
  },
} satisfies ExportedHandler<Env>;
