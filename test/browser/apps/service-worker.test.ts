import type { Page } from "@playwright/test";
import { beforeAll, describe, it, onTestFinished } from "vitest";
import { steps } from "../../consumers/mock-app-steps.mjs";
import { visit } from "./support/chromium.ts";
import { path, startBuild, startDev } from "./support/vite.ts";

// A worker gets no requests from other origins, and Chromium doesn't tell it that the page has aborted a request.
const titles = Object.keys(steps).filter((title) => !/other origins|client that leaves/.test(title));

async function createMoss(page: Page) {
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("Created Moss.").waitFor();
}

describe("a mock in a service worker", () => {
  let url: string;
  beforeAll(async () => {
    const vite = await startDev("examples/service-worker");
    url = vite.url;
    return vite.close;
  });

  it("responds on the first visit", async () => {
    const { page } = await visit(url);
    await createMoss(page);
  });

  it("responds after Shift+reload", async () => {
    const { page } = await visit(url);
    await createMoss(page);
    const devTools = await page.context().newCDPSession(page);
    const loaded = page.waitForEvent("load");
    await devTools.send("Page.reload", { ignoreCache: true });
    await loaded;
    await createMoss(page);
  });

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

it("responds in a service worker of a production build", async () => {
  const { url, close } = await startBuild("examples/service-worker");
  onTestFinished(close);
  const { page } = await visit(url);
  await createMoss(page);
});
