import { createPlantStoreClient, type Middleware } from "plant-store-sdk";

let sentBytes = 0;
const endless = async () =>
  new Response(
    new ReadableStream({
      pull(controller) {
        sentBytes += 1_000;
        controller.enqueue(new Uint8Array(1_000).fill(0x78));
      },
    }),
  );
const sizes: number[] = [];
const reading: Middleware = {
  onResponse: async ({ response }) => void sizes.push((await response.text()).length),
};
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: "any-token",
  fetch: endless,
  middleware: [reading, reading],
});
const outcome = await client.createPlant({ id: 1, name: "Fern" }).catch(String);
const isSmall = process.resourceUsage().maxRSS < 400 * 1_024;
console.log(JSON.stringify({ outcome, sizes, sentBytes, isSmall }));
