/**
 * Installs, builds and serves the browser example, and prints its address.
 *
 *   npm run example:browser                                              with the mock in the page
 *   PLANT_STORE_URL=http://127.0.0.1:4010 npm run example:browser        at a service, such as "plant-store mock"
 */
import { join } from "node:path";
import { browserApp, buildApp, serveApp } from "./browser-app.ts";
import { npm } from "./npm.ts";

const { PLANT_STORE_URL, PORT = "4173" } = process.env;

npm(["ci", "--no-audit", "--no-fund"], browserApp);
const folder = join(browserApp, "dist");
buildApp(folder, PLANT_STORE_URL);
const { url } = await serveApp(folder, Number(PORT));
console.log(`\n🌱 ${url}\n   It talks to ${PLANT_STORE_URL ?? "the mock in the page"}. Ctrl+C ends it.`);
