/** Creates a plant through a proxy with the compiled code of docs/getting-started.md. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { unwrap } from "plant-store-sdk";
import { ProxyAgent, setGlobalDispatcher } from "undici";
import { startProxy, startRefusingProxy } from "./proxy.mjs";

const service = process.env.PLANT_STORE_URL;
const { url, tunnels } = await startProxy();
const code = readFileSync("out/plant-store.js", "utf8")
  .replace("http://proxy.example.com:8080", url)
  .replace("https://plants.example.com/v1", service)
  .replace("my-access-token", "secret");
writeFileSync("out/edited.js", code);
const { plantStore } = await import("./out/edited.js");
await plantStore.createPlant({ id: 9007199254740993n, name: "Fern" }).then(unwrap);
assert.deepEqual(tunnels, [new URL(service).host]);

setGlobalDispatcher(new ProxyAgent(await startRefusingProxy()));
await import("./with-refusal.mjs");
process.exit();
