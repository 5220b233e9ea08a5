import { fileURLToPath } from "node:url";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alias } from "../../../vitest.config.ts";
import { steps } from "../../consumers/mock-app-steps.mjs";
import { useChromium } from "./support/chromium.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const { visit } = useChromium();

let vite: ViteDevServer;
let url: string;

beforeAll(async () => {
  vite = await createServer({
    root: path("../../docs/snippets/dev-servers"),
    cacheDir: path("../../../node_modules/.cache/dev-servers"),
    resolve: { alias },
    server: { host: "127.0.0.1", port: 0 },
    logLevel: "error",
  });
  await vite.listen();
  url = vite.resolvedUrls?.local[0] ?? "";
});
afterAll(() => vite.close());

it("serves an app and the mock's live page from Vite's dev server alone", async () => {
  const app = await visit(url);
  const mock = await visit(`${url}api`);
  const plants = mock.page.getByRole("list", { name: "Plants" });
  await plants.getByText("Fern").waitFor();
  await app.page.getByRole("button", { name: "Create" }).click();
  await app.page.getByRole("status").getByText("Created Moss.").waitFor();
  await plants.getByText("9007199254740993").waitFor();
  expect(await app.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

describe("a service worker", () => {
  // A worker gets no requests from other origins, and Chromium doesn't tell it that the page has aborted a request.
  const isElsewhere = (title: string) => /other origins|client that leaves/.test(title);

  it.each(Object.keys(steps).filter((title) => !isElsewhere(title)))("%s", async (title) => {
    const { page, errors, expectedErrors } = await visit(url);
    // A text, since Vitest would rewrite the imports of a function.
    await page.evaluate(`(async () => {
      const { startWorker } = await import("/start-worker.js");
      await startWorker();
      const { runStep } = await import("/@fs${path("../../consumers/mock-app-steps.mjs")}");
      await runStep({ url: location.origin + "/mock" }, ${JSON.stringify(title)});
    })()`);
    expectedErrors.push(...errors.filter((error) => error.startsWith("Failed to load resource")));
  });
});
