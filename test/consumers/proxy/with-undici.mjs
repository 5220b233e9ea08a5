/** Creates a plant through a proxy with the compiled code of docs/getting-started.md. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { Agent, ProxyAgent, RetryAgent, setGlobalDispatcher } from "undici";
import { findFreePort } from "./find-free-port.mjs";
import { startProxy, startRefusingProxy } from "./proxy.mjs";

const service = process.env.PLANT_STORE_URL;
const { url, tunnels } = await startProxy();
const code = readFileSync("out/use-proxy.js", "utf8").replace("http://proxy.example.com:8080", url);
writeFileSync("out/edited.js", code);
await import("./out/edited.js");
const plantStore = createPlantStoreClient({ baseUrl: service, token: "secret" });
await plantStore.createPlant({ id: 9007199254740993n, name: "Fern" }).then(unwrap);
assert.deepEqual(tunnels, [new URL(service).host]);

setGlobalDispatcher(new ProxyAgent(await startRefusingProxy()));
await import("./with-refusal.mjs");

// Sends a refused request again, which is then lost. Nobody but the dispatcher knows.
const loser = createServer((request) => request.socket.destroy());
const port = await findFreePort();
setTimeout(() => loser.listen(port), 50);
setGlobalDispatcher(new RetryAgent(new Agent(), { methods: ["POST"], minTimeout: 200, maxRetries: 1 }));
const { createPlant } = createPlantStoreClient({ baseUrl: `http://127.0.0.1:${port}`, token: "secret" });
const error = await createPlant({ id: 1, name: "Fern" }).catch((error) => error);
assert.equal(error.mayHaveBeenCreated, true);
process.exit();
