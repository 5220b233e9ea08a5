import { type Browser, type BrowserContextOptions, chromium as playwright } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { Visit } from "./visit.ts";

export const DESKTOP = { width: 1200, height: 800 };
export const PHONE = { width: 375, height: 812 };

/** Connects to Chromium for a file's tests. A test fails if a page prints an unexpected error or contacts another host. */
export function useChromium(): { visit: (url: string, options?: BrowserContextOptions) => Promise<Visit> } {
  let browser: Browser;
  const visits: Visit[] = [];

  beforeAll(async () => {
    browser = await playwright.connect(inject("chromium"));
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
      await visit.page.clock.install();
      await visit.page.goto(url);
      return visit;
    },
  };
}
