import type { BrowserContextOptions } from "playwright";
import { inject } from "vitest";
import type { ExampleApp } from "../../../../scripts/example-apps.ts";
import { visit } from "./chromium.ts";

export const callService = (path: string, body?: string) =>
  fetch(`${inject("service")}/__mock/${path}`, body === undefined ? {} : { method: "POST", body });

/** Opens an example app, which uses the mock in its page or the service at another origin. */
export async function openApp(app: ExampleApp, uses: "mock" | "service", options?: BrowserContextOptions) {
  await callService("reset", "");
  const visited = await visit(inject("apps")[app][uses], options);
  await visited.page.locator("[data-service=ready], #root form").waitFor();
  if (uses === "service") {
    visited.expectedHosts.push(new URL(inject("service")).host);
    if (app === "browser") {
      await visited.page.getByLabel("Access token").fill("any-token");
    }
  }
  return visited;
}
