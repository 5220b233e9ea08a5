import type { Page } from "@playwright/test";
import axe from "axe-core";

/** What makes a page inaccessible, or wider than the screen. */
export async function findProblems(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    await page.evaluate(axe.source);
  }
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run();
    const problems = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
    );
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [...problems, `${scrollWidth} px wide`] : problems;
  });
}

/** Controls and links with a target of less than 24 px. */
export const findSmallTargets = (page: Page) =>
  page.locator("a, button, input, select, textarea, summary").evaluateAll((targets) => {
    const isSmall = (target: Element) => {
      const { width, height } = target.getBoundingClientRect();
      return target.checkVisibility() && (width < 24 || height < 24);
    };
    return targets.filter(isSmall).map(({ outerHTML }) => outerHTML);
  });
