/** Creates a plant through a proxy that only the environment names. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startProxy } from "./proxy.mjs";

const { url, tunnels } = await startProxy();
const env = { ...process.env, NODE_USE_ENV_PROXY: "1", HTTP_PROXY: url, NO_PROXY: "" };
await promisify(execFile)("node", ["main.mjs"], { env });
assert.deepEqual(tunnels, [new URL(process.env.PLANT_STORE_URL).host]);
process.exit();
