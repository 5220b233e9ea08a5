/** Runs bundle.js in a page of the service, which has no `fetch` of its own. */
import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";

const { window } = new JSDOM("", { url: process.env.PLANT_STORE_URL, runScripts: "outside-only" });
Object.assign(window, { TextDecoder, TextEncoder });
window.eval(readFileSync("bundle.js", "utf8"));
await window.finished;
window.close();
