import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMockServer } from "plant-store-sdk/mocks/server";
import type { TestProject } from "vitest/node";
import { buildApp, serveApp } from "../../../../scripts/example-apps.ts";

declare module "vitest" {
  interface ProvidedContext {
    appWithMock: string;
    appWithService: string;
    service: string;
    serviceToken: string;
  }
}

/** Builds and serves the browser example once for all tests, in both modes. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-app-"));
  const serviceToken = "the-right-token";
  const service = await startMockServer({ token: serviceToken, duplicateIds: "reject" });
  buildApp("browser", join(folder, "mock"));
  buildApp("browser", join(folder, "service"), `${service.url}/v1`);
  const appWithMock = await serveApp("browser", join(folder, "mock"), 0);
  const appWithService = await serveApp("browser", join(folder, "service"), 0);
  project.provide("appWithMock", appWithMock.url);
  project.provide("appWithService", appWithService.url);
  project.provide("service", service.url);
  project.provide("serviceToken", serviceToken);
  return async () => {
    service.mock.reset();
    await Promise.all([service.close(), appWithMock.close(), appWithService.close()]);
    rmSync(folder, { recursive: true });
  };
}
