import { createPlantStoreClient, parsePlantId, unwrap } from "plant-store-sdk";

export const runtime = "edge";

export async function POST(request) {
  const { baseUrl, id, name } = await request.json();
  const client = createPlantStoreClient({ baseUrl, token: "secret" });
  return Response.json(await client.createPlant({ id: parsePlantId(id), name }).then(unwrap));
}
