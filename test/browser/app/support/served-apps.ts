import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { chromium as playwright } from "playwright";
import type { TestProject } from "vitest/node";
import { chromium } from "../../../../scripts/chromium.ts";
import { buildApp, type ExampleApp, rebuildApp, serveApp } from "../../../../scripts/example-apps.ts";

declare module "vitest" {
  interface ProvidedContext {
    chromium: string;
    service: string;
    /** The URLs of each example app: one build has the mock in the page, the other uses the service. */
    apps: Record<ExampleApp, { mock: string; service: string }>;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-apps-"));
  const browser = await playwright.launchServer(chromium);
  const service = await startMockServer({ duplicateIds: "reject" });
  const closes = [() => browser.close(), () => service.close()];
  const serve = async (app: ExampleApp, build: typeof rebuildApp, plantStoreUrl: string) => {
    const outDir = mkdtempSync(join(folder, app));
    build(app, outDir, plantStoreUrl);
    const { url, close } = await serveApp(app, outDir, 0);
    closes.push(close);
    return url;
  };
  const serveBoth = async (app: ExampleApp) => ({
    mock: await serve(app, buildApp, ""),
    service: await serve(app, rebuildApp, `${service.url}/v1`),
  });
  project.provide("chromium", browser.wsEndpoint());
  project.provide("service", service.url);
  project.provide("apps", { browser: await serveBoth("browser"), react: await serveBoth("react") });
  return async () => {
    service.mock.reset();
    await Promise.all(closes.map((close) => close()));
    rmSync(folder, { recursive: true });
  };
}
