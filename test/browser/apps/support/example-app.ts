import type { BrowserContextOptions } from "@playwright/test";
import { inject } from "vitest";
import { visit } from "./chromium.ts";

/** `mock` is the app in Vite's dev server, `service` is a build that uses a service at another origin. */
export type Uses = "mock" | "service";

/** Opens the React example. `control` calls the control API of the mock behind it, which starts empty. */
export async function openApp(uses: Uses, options?: BrowserContextOptions) {
  const mockUrl = uses === "mock" ? `${inject("apps").mock}/api` : inject("service");
  const control = (path: string, body?: string) =>
    fetch(`${mockUrl}/__mock/${path}`, body === undefined ? {} : { method: "POST", body });
  await control("reset", "");
  const visited = await visit(inject("apps")[uses], options);
  await visited.page.locator("form").waitFor();
  visited.expectedHosts.push(new URL(mockUrl).host);
  return { ...visited, control };
}
