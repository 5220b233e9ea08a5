import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { useChromium } from "./support/chromium.ts";
import { MODES, withMock } from "./support/modes.ts";

const { visit } = useChromium();

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
}

describe.each(MODES)("the app $name, by keyboard alone", ({ open }) => {
  it("creates a plant and is ready for the next", async () => {
    const { page } = await open(visit);
    await page.getByLabel("Name").focus();
    await page.keyboard.type("Fern");
    await press(page, "Tab");
    await page.keyboard.type("indoor");
    await press(page, "Tab", "Tab");
    expect(await focused(page)).toBe("pick-id");
    await press(page, "Space", "Tab");
    expect(await focused(page)).toBe("send");
    await press(page, "Enter");
    await page.getByRole("listitem").getByText("indoor").waitFor();
    await expect.poll(() => focused(page)).toBe("name");
    await page.keyboard.type("Moss");
    await press(page, "Tab", "Tab");
    await page.keyboard.type("9007199254740993");
    await press(page, "Enter");
    await page.getByRole("listitem").getByText("9007199254740993").waitFor();
  });
});

describe("the app with the mock in the page, by keyboard alone", () => {
  it("focuses every control in reading order", async () => {
    const { page } = await withMock.open(visit);
    const order: (string | undefined)[] = [];
    for (let count = 0; count < 7; count++) {
      await press(page, "Tab");
      order.push(await focused(page));
    }
    expect(order).toEqual(["name", "tag", "id", "pick-id", "send", "fault", "token"]);
  });

  it("shows which element has the focus", async () => {
    const { page } = await withMock.open(visit);
    for (let count = 0; count < 7; count++) {
      await press(page, "Tab");
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outline);
      expect(outline).toMatch(/solid 3px$/);
    }
  });

  it("makes a request fail and cancels another", async () => {
    const { page, expectedErrors } = await withMock.open(visit);
    expectedErrors.push(expect.stringContaining("net::ERR_FAILED"));
    await press(page, "Tab");
    await page.keyboard.type("Fern");
    await press(page, "Tab", "Tab");
    await page.keyboard.type("1");
    await press(page, "Tab", "Tab", "Tab");
    await page.keyboard.type("Dropped");
    await press(page, "Shift+Tab", "Enter");
    await page.getByRole("alert").getByText("The connection failed").waitFor();
    expect(await focused(page)).toBe("send");

    await press(page, "Tab");
    await page.keyboard.type("No response");
    await press(page, "Shift+Tab", "Enter");
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    await press(page, "Tab");
    expect(await focused(page)).toBe("cancel");
    await press(page, "Space");
    await page.getByRole("status").getByText("Canceled").waitFor();
    expect(await focused(page)).toBe("send");
  });
});
