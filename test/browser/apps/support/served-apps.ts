import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium as playwright } from "@playwright/test";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { createServer, preview } from "vite";
import type { TestProject } from "vitest/node";
import { chromium } from "../../../../scripts/chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    chromium: string;
    service: string;
    /** The URLs of the React example: in Vite's dev server with the mock, and a build that uses the service. */
    apps: { mock: string; service: string };
  }
}

const root = fileURLToPath(new URL("../../../../examples/react", import.meta.url));
const listening = { host: "127.0.0.1", port: 0 };

/** npm's own output is shown only if it fails. On Windows, npm can't start without a shell. */
const npm = (args: readonly string[], env = process.env) =>
  execFileSync("npm", ["--loglevel=error", ...args], { cwd: root, env, shell: process.platform === "win32" });

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  npm(["ci", "--no-audit", "--no-fund", "--prefer-offline"]);
  const browser = await playwright.launchServer(chromium);
  const service = await startMockServer({ duplicateIds: "reject" });

  const dev = await createServer({ root, server: listening, logLevel: "error" });
  await dev.listen();

  const outDir = mkdtempSync(join(tmpdir(), "plant-store-app-"));
  const env = { ...process.env, NODE_ENV: "production", VITE_PLANT_STORE_URL: `${service.url}/v1` };
  npm(["run", "build", "--", "--outDir", outDir, "--emptyOutDir"], env);
  const built = await preview({ root, build: { outDir }, preview: listening, logLevel: "error" });

  const toUrl = ({ resolvedUrls }: Pick<typeof dev | typeof built, "resolvedUrls">) =>
    new URL(resolvedUrls?.local[0] ?? "").origin;
  project.provide("chromium", browser.wsEndpoint());
  project.provide("service", service.url);
  project.provide("apps", { mock: toUrl(dev), service: toUrl(built) });
  return async () => {
    service.mock.reset();
    await Promise.all([browser.close(), service.close(), dev.close(), built.close()]);
    rmSync(outDir, { recursive: true });
  };
}
