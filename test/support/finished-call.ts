import { createPlantStoreClient } from "plant-store-sdk";

const [, , baseUrl = ""] = process.argv;
const longLived = new AbortController();
const client = createPlantStoreClient({ baseUrl, token: async () => "abc", retries: 1 });
const { data } = await client.createPlant({ id: 1, name: "Fern" }, { signal: longLived.signal });
console.log(JSON.stringify({ data, timers: process.getActiveResourcesInfo().filter((name) => name === "Timeout") }));
