import { PlantStoreError, parseNewPlantForm, unwrap } from "plant-store-sdk";
import { plantStore } from "../../../server-plant-store";

/** Creates a plant. Its id is text, since `JSON.parse` rounds integers beyond 2^53. */
export async function POST(request: Request): Promise<Response> {
  const body = await request.json().catch(() => undefined);
  if (body === undefined) {
    return Response.json({ message: "The body isn't JSON." }, { status: 400 });
  }
  const input = parseNewPlantForm(body);
  if (input.issues) {
    return Response.json({ issues: input.issues }, { status: 422 });
  }
  try {
    return Response.json(await plantStore.createPlant(input.value).then(unwrap), { status: 201 });
  } catch (error) {
    if (!(error instanceof PlantStoreError)) {
      throw error;
    }
    const { mayHaveBeenCreated, message } = error;
    console.error(message); // the token is redacted
    return Response.json({ mayHaveBeenCreated }, { status: 502 });
  }
}
