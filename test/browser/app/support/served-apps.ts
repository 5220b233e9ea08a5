import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { chromium as playwright } from "playwright-core";
import type { TestProject } from "vitest/node";
import { chromium } from "../../../../scripts/chromium.ts";
import { buildApp, rebuildApp, serveApp } from "../../../../scripts/example-apps.ts";

declare module "vitest" {
  interface ProvidedContext {
    appWithMock: string;
    appWithService: string;
    service: string;
    serviceToken: string;
    chromium: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-app-"));
  const browser = await playwright.launchServer(chromium);
  const serviceToken = "the-right-token";
  const service = await startMockServer({ token: serviceToken, duplicateIds: "reject" });
  buildApp("browser", join(folder, "mock"));
  rebuildApp("browser", join(folder, "service"), `${service.url}/v1`);
  const appWithMock = await serveApp("browser", join(folder, "mock"), 0);
  const appWithService = await serveApp("browser", join(folder, "service"), 0);
  project.provide("chromium", browser.wsEndpoint());
  project.provide("appWithMock", appWithMock.url);
  project.provide("appWithService", appWithService.url);
  project.provide("service", service.url);
  project.provide("serviceToken", serviceToken);
  return async () => {
    service.mock.reset();
    await Promise.all([browser.close(), service.close(), appWithMock.close(), appWithService.close()]);
    rmSync(folder, { recursive: true });
  };
}
