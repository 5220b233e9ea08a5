import { type BrowserContextOptions, chromium as playwright, expect as playwrightExpect } from "@playwright/test";
import { afterAll, onTestFinished } from "vitest";
import { chromium } from "../../../../scripts/chromium.ts";

const DESKTOP = { width: 1200, height: 800 };

const PHONE = { colorScheme: "dark", viewport: { width: 375, height: 812 } } as const;

export const SCREENS = [
  { screen: "light, desktop", options: { colorScheme: "light", viewport: DESKTOP } },
  { screen: "dark, phone", options: PHONE },
] as const;

/** Vitest's matchers, and those that wait for an element. */
export const expect = playwrightExpect.configure({ timeout: 10_000 });

interface VisitOptions extends BrowserContextOptions {
  readonly hasRealClock?: boolean;
}

const browser = await playwright.launch(chromium);
afterAll(() => browser.close());

/**
 * Opens a page in Chromium. The test fails if the page prints an unexpected error or contacts another host. Without `hasRealClock`, the
 * test has the page's clock, which hides what the page has loaded from its `performance`.
 */
export async function visit(url: string, { hasRealClock = false, ...options }: VisitOptions = {}) {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(10_000);
  const asked: URL[] = [];
  const posted: (string | null)[] = [];
  const errors: string[] = [];
  const expectedHosts = ["", new URL(url).host];
  const expectedErrors: RegExp[] = [];
  context.on("request", (request) => {
    asked.push(new URL(request.url()));
    // Playwright also reports the target of a redirect, which the browser doesn't request.
    if (request.method() === "POST" && request.serviceWorker() === null && request.redirectedFrom() === null) {
      posted.push(request.postData());
    }
  });
  context.on("console", (message) => {
    if (message.type() === "error") {
      errors.push(message.text());
    }
  });
  context.on("weberror", (error) => errors.push(String(error.error())));
  onTestFinished(async () => {
    await context.close();
    expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([]);
    expect(asked.map(({ host }) => host).filter((host) => !expectedHosts.includes(host))).toEqual([]);
  });
  const page = await context.newPage();
  if (!hasRealClock) {
    await page.clock.install();
  }
  await page.goto(url);
  return { page, asked, posted, expectedHosts, expectedErrors };
}
