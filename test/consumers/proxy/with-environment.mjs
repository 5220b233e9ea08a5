/** Creates a plant through a proxy that only the environment names. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startProxy, startRefusingProxy } from "./proxy.mjs";

const { url, tunnels } = await startProxy();
const run = (file, proxy) => {
  const env = { ...process.env, NODE_USE_ENV_PROXY: "1", HTTP_PROXY: proxy, NO_PROXY: "" };
  return promisify(execFile)("node", [file], { env });
};
await run("main.mjs", url);
assert.deepEqual(tunnels, [new URL(process.env.PLANT_STORE_URL).host]);
await run("with-refusal.mjs", await startRefusingProxy());
process.exit();
