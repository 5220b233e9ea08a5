/**
 * Installs, builds and serves an example app, and prints its address.
 *
 *   npm run example:browser                                            examples/browser, with the mock in the page
 *   npm run example:react                                              examples/react, with the mock in the page
 *   PLANT_STORE_URL=http://127.0.0.1:4010 npm run example:browser      at a service, such as "plant-store mock"
 */
import { join } from "node:path";
import { buildApp, isExampleApp, rootOf, serveApp } from "./browser-app.ts";
import { npm } from "./npm.ts";

const { PLANT_STORE_URL, PORT = "4173" } = process.env;
const [, , app] = process.argv;
if (!isExampleApp(app)) {
  throw new Error(`There is no example app ${app}.`);
}

npm(["ci", "--no-audit", "--no-fund"], rootOf(app));
const folder = join(rootOf(app), "dist");
buildApp(app, folder, PLANT_STORE_URL);
const { url } = await serveApp(app, folder, Number(PORT));
console.log(`\n🌱 ${url}\n   It talks to ${PLANT_STORE_URL ?? "the mock in the page"}. Ctrl+C ends it.`);
