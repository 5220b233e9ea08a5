import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { createServer } from "vite";
import { beforeAll, describe, it, onTestFinished } from "vitest";
import { alias } from "../../../vitest.config.ts";
import { steps } from "../../consumers/mock-app-steps.mjs";
import { expect, visit } from "./support/chromium.ts";
import { send, sendButton } from "./support/plant-form.ts";

const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));

const moss = { name: "Moss", id: "9007199254740993" };
const SNIPPET = "docs/snippets/dev-servers";

async function startVite(root: string) {
  const vite = await createServer({
    root: path(root),
    cacheDir: path(`node_modules/.cache/${root}`),
    resolve: { alias },
    server: { host: "127.0.0.1", port: 0 },
    logLevel: "error",
  });
  await vite.listen();
  return { url: vite.resolvedUrls?.local[0] ?? "", close: () => vite.close() };
}

it.each([
  { app: SNIPPET, mockPath: "api", create: (page: Page) => sendButton(page).click() },
  { app: "examples/react", mockPath: "v1", create: (page: Page) => send(page, moss) },
])("Vite's dev server alone serves $app and the mock's live page", async ({ app, mockPath, create }) => {
  const { url, close } = await startVite(app);
  onTestFinished(close);
  const { page } = await visit(url);
  const mock = await visit(url + mockPath);
  await create(page);
  await page.getByText("Created Moss").waitFor();
  await expect(mock.page.getByRole("list", { name: "Plants" })).toContainText("9007199254740993");
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

describe("a service worker", () => {
  let url: string;
  beforeAll(async () => {
    const vite = await startVite(SNIPPET);
    url = vite.url;
    return vite.close;
  });

  // A worker gets no requests from other origins, and Chromium doesn't tell it that the page has aborted a request.
  const titles = Object.keys(steps).filter((title) => !/other origins|client that leaves/.test(title));

  it.each(titles)("%s", async (title) => {
    const { page, expectedErrors } = await visit(url);
    expectedErrors.push(/^Failed to load resource/);
    // A text, since Vitest would rewrite the imports of a function.
    await page.evaluate(`(async () => {
      const { startWorker } = await import("/start-worker.js");
      await startWorker();
      const { runStep } = await import("/@fs${path("test/consumers/mock-app-steps.mjs")}");
      await runStep({ url: location.origin + "/mock" }, ${JSON.stringify(title)});
    })()`);
  });
});
