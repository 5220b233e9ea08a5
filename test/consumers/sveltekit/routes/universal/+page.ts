import { createPlantStoreClient } from "plant-store-sdk";
import type { PageLoad } from "./$types";

/** A universal load, whose `fetch` throws if a header is read that hooks.server.ts doesn't list. */
export const load: PageLoad = async ({ fetch, url }) => {
  const baseUrl = url.searchParams.get("service") ?? "";
  const { createPlant } = createPlantStoreClient({ baseUrl, token: "secret", fetch });
  const outcome = await createPlant({ id: 9007199254740993n, name: "Fern" }).catch((thrown) => thrown);
  const { name, message, data, error, response, isTransient, mayHaveBeenCreated } = outcome;
  const { status } = response;
  return { outcome: JSON.stringify({ name, message, data, error, status, isTransient, mayHaveBeenCreated }) };
};
