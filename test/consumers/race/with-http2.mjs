/** Loses a request that has arrived over HTTP/2. The global dispatcher is undici 6, which says only that a body was sent. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { createPlantStoreClient } from "plant-store-sdk";
import { Agent, setGlobalDispatcher } from "undici";

const [cert, key] = ["certificate.pem", "key.pem"].map((file) => readFileSync(file));
const server = createSecureServer({ cert, key });
server.on("stream", (stream) => {
  stream.on("error", () => {}).resume();
  stream.on("end", () => stream.session.destroy());
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

setGlobalDispatcher(new Agent({ allowH2: true }));
const baseUrl = `https://127.0.0.1:${server.address().port}`;
const { createPlant } = createPlantStoreClient({ baseUrl, token: "a-token" });
const error = await createPlant({ id: 1, name: "Fern" }).catch((error) => error);
assert.equal(error.name, "PlantStoreConnectionError");
assert.equal(error.mayHaveBeenCreated, true);
process.exit();
