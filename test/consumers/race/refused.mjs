/** Calls whose connections a service refuses, five at once, have created nothing, also with another undici than Node's. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { createPlantStoreClient } from "plant-store-sdk";
import { Agent, setGlobalDispatcher } from "undici";

const server = createServer().listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address();
server.close();
await once(server, "close");

async function refuseFive(baseUrl) {
  const { createPlant } = createPlantStoreClient({ baseUrl, token: "a-token" });
  const errors = await Promise.all(
    [1, 2, 3, 4, 5].map((id) => createPlant({ id, name: "Fern" }).catch((error) => error)),
  );
  assert.deepEqual(
    errors.map(({ name, mayHaveBeenCreated }) => [name, mayHaveBeenCreated]),
    Array(5).fill(["PlantStoreConnectionError", false]),
  );
}

const baseUrls = ["http", "https"].map((scheme) => `${scheme}://127.0.0.1:${port}`);
for (const baseUrl of baseUrls) {
  await refuseFive(baseUrl);
}
setGlobalDispatcher(new Agent());
for (const baseUrl of baseUrls) {
  await refuseFive(baseUrl);
}
