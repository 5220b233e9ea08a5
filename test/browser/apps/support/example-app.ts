import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { BrowserContextOptions, Page } from "@playwright/test";
import { startMockServer } from "plant-store-sdk/mocks/server";
import type { Plugin } from "vite";
import { beforeAll } from "vitest";
import { visit } from "./chromium.ts";
import { path, startDev, startPreview } from "./vite.ts";

const ROOT = "examples/react";

/** `mock` is the app in Vite's dev server, `service` is a build that uses a service at another origin. */
export type Uses = "mock" | "service";

/** The URLs of the app, and of the mock behind it. */
let urls: Record<Uses, { app: string; mock: string }>;

/** On Windows, npm can't start without a shell. */
export async function npm(args: readonly string[], env = process.env): Promise<void> {
  const options = { cwd: path(ROOT), env, shell: process.platform === "win32", timeout: 240_000 };
  await promisify(execFile)("npm", args, options).catch(({ stdout, stderr }) => {
    throw new Error(stdout + stderr);
  });
}

/** Keeps the root of the app, which `reopenForm` unmounts. */
const keepRoot: Plugin = {
  name: "keep-root",
  enforce: "pre",
  transform: (code, id) =>
    /src.main\.tsx/.test(id) ? code.replace(/^createRoot\(.*\)(?=\.render)/m, "(globalThis.root = $&)") : undefined,
};

beforeAll(async () => {
  await npm(["ci", "--no-audit", "--no-fund", "--prefer-offline"]);
  const dev = await startDev(ROOT, "/", [keepRoot]);
  const service = await startMockServer({ duplicateIds: "reject" });
  await npm(["run", "build"], { ...process.env, NODE_ENV: "production", VITE_PLANT_STORE_URL: `${service.url}/v1` });
  const built = await startPreview(ROOT, "/");
  urls = { mock: { app: dev.url, mock: `${dev.url}api` }, service: { app: built.url, mock: service.url } };
  return async () => {
    service.mock.reset();
    await Promise.all([service.close(), dev.close(), built.close()]);
  };
});

/** Opens a form of the React example. `control` calls the control API of the mock behind it, which starts empty. */
export async function openApp(uses: Uses, options?: BrowserContextOptions, form = "") {
  const { app, mock } = urls[uses];
  const control = (path: string, body?: string) =>
    fetch(`${mock}/__mock/${path}`, body === undefined ? {} : { method: "POST", body });
  await control("reset", "");
  const visited = await visit(app + form, options);
  await visited.page.locator("form").waitFor();
  visited.expectedHosts.push(new URL(mock).host);
  return { ...visited, control };
}

/** Closes the form and opens a new one in the same page, in Vite's dev server, which ignores `?t`. */
export async function reopenForm(page: Page) {
  await page.evaluate(`root.unmount()`);
  await page.evaluate(`import("/src/main.tsx?t=1")`);
  await page.locator("form").waitFor();
}
