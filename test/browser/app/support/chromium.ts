import { type Browser, type BrowserContextOptions, chromium as playwright } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { chromium } from "../../../../scripts/chromium.ts";
import { Visit } from "./visit.ts";

export const DESKTOP = { width: 1200, height: 800 };
export const PHONE = { width: 375, height: 812 };

/**
 * Starts Chromium for the tests of a file. After each test it closes what the test opened, and fails it where a page
 * printed an error that the test does not expect, or asked another host than it may.
 */
export function useChromium(): { visit: (url: string, options?: BrowserContextOptions) => Promise<Visit> } {
  let browser: Browser;
  const visits: Visit[] = [];

  beforeAll(async () => {
    browser = await playwright.launch(chromium);
  });
  afterEach(async () => {
    const done = visits.splice(0);
    await Promise.all(done.map((visit) => visit.context.close()));
    for (const visit of done) {
      expect(visit.errors).toEqual(visit.expectedErrors);
      expect(visit.asked.map(({ host }) => host).filter((host) => !visit.expectedHosts.includes(host))).toEqual([]);
    }
  });
  afterAll(() => browser.close());

  return {
    async visit(url, options) {
      const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce", ...options });
      context.setDefaultTimeout(10_000);
      const visit = new Visit(context, await context.newPage(), url);
      visits.push(visit);
      // Its time passes as ever, unless a test sets it forward.
      await visit.page.clock.install();
      await visit.page.goto(url);
      return visit;
    },
  };
}
