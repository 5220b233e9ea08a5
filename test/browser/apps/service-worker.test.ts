import type { Page } from "@playwright/test";
import { beforeAll, describe, it, onTestFinished } from "vitest";
import { steps } from "../../consumers/mock-app-steps.mjs";
import { visit } from "./support/chromium.ts";
import { buildApp, path, startDev, startPreview } from "./support/vite.ts";

const ROOT = "examples/service-worker";

// A worker gets no requests from other origins, and Chromium doesn't tell it that the page has aborted a request.
const titles = Object.keys(steps).filter((title) => !/other origins|client that leaves/.test(title));

async function createMoss(page: Page) {
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("Created Moss.").waitFor();
}

describe.each(["/", "/demo/"])("a mock in a service worker at %s", (base) => {
  let url: string;
  beforeAll(async () => {
    const vite = await startDev(ROOT, base);
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

  it("shows that the plant may exist when the connection drops", async () => {
    const { page, expectedErrors } = await visit(url);
    await createMoss(page);
    expectedErrors.push(/^Failed to load resource/);
    await page.evaluate(() =>
      fetch("mock/__mock/faults", { method: "POST", body: '{"when": {}, "fault": "connection"}' }),
    );
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("(it may have been created)").waitFor();
  });

  it.each(titles)("%s", async (title) => {
    const { page, expectedErrors } = await visit(url);
    expectedErrors.push(/^Failed to load resource/);
    // A text, since Vitest would rewrite the imports of a function.
    await page.evaluate(`(async () => {
      const { startWorker } = await import("${base}start-worker.ts");
      const url = await startWorker();
      const { runStep } = await import("${base}@fs${path("test/consumers/mock-app-steps.mjs")}");
      await runStep({ url }, ${JSON.stringify(title)});
    })()`);
  });

  it("responds in a production build", async () => {
    await buildApp(ROOT, base);
    const { url, close } = await startPreview(ROOT, base);
    onTestFinished(close);
    const { page } = await visit(url);
    await createMoss(page);
  });
});

it("says over plain HTTP that service workers require HTTPS", async () => {
  await buildApp(ROOT, "/");
  const { url, close } = await startPreview(ROOT, "/");
  onTestFinished(close);
  const { page, expectedHosts } = await visit(url);
  expectedHosts.push("demo.example.com");
  await page.route("http://demo.example.com/**", async (route) => {
    const response = await route.fetch({ url: route.request().url().replace("http://demo.example.com/", url) });
    await route.fulfill({ response });
  });
  await page.goto("http://demo.example.com/");
  await page.getByText("Service workers require HTTPS or localhost").waitFor();
});
