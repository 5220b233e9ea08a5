/** Pastes the mock of the recipe into an Edge route, and checks it. */
import { appendFileSync } from "node:fs";
import { runSteps } from "./mock-app-steps.mjs";
import { paste } from "./paste.mjs";
import { serveNext } from "./serve-next.mjs";

paste("recipes", "Next.js");
appendFileSync("app/mock/[[...path]]/route.ts", 'export const runtime = "edge";\n');
const { url, stop } = await serveNext("dev");
// Next.js redirects "/mock/" to "/mock".
await runSteps({ url: `${url}/mock`, send: (url, init) => fetch(url.replace(/\/$/, ""), init) });
stop();
