import { createPlant } from "@/server-plant-store";

/** Sends the form's plant again, from another bundle of the build, which loads the module again. */
export async function POST() {
  const { data } = await createPlant({ id: 9007199254740993n, name: "Fern" });
  return Response.json(data);
}
