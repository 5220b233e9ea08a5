import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { useChromium } from "./support/chromium.ts";
import { MODES, withMock } from "./support/modes.ts";

const { visit } = useChromium();

async function announced(page: Page, label: string): Promise<{ invalid: boolean; described: string }> {
  const field = page.getByLabel(label, { exact: true });
  const ids = ((await field.getAttribute("aria-describedby")) ?? "").split(" ");
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
  return { invalid: (await field.getAttribute("aria-invalid")) === "true", described: texts.join(" ").trim() };
}

describe("the form while the user types", () => {
  const DIGITS = "Use digits only, without leading zeros";
  const RANGE = "Enter an id from -9223372036854775808 to 9223372036854775807";

  it.each([
    { text: "12x", message: DIGITS },
    { text: "1.5", message: DIGITS },
    { text: "1e3", message: DIGITS },
    { text: "007", message: DIGITS },
    { text: "9223372036854775808", message: RANGE },
    { text: "-9223372036854775809", message: RANGE },
  ])("shows that $text isn't an id, until it is corrected", async ({ text, message }) => {
    const { page } = await withMock.open(visit);
    const id = page.getByLabel("Id", { exact: true });
    await id.pressSequentially(text);
    await page.getByText(message).waitFor();
    expect(await announced(page, "Id")).toEqual({ invalid: true, described: expect.stringContaining(message) });
    await id.fill("-9223372036854775808");
    await page.getByText(message).waitFor({ state: "detached" });
    expect((await announced(page, "Id")).invalid).toBe(false);
  });

  it("asks for a field that was emptied, but not for untouched ones", async () => {
    const { page } = await withMock.open(visit);
    await page.getByLabel("Name").fill("F");
    await page.getByLabel("Name").fill("");
    await page.getByText("Enter a name").waitFor();
    expect(await announced(page, "Name")).toEqual({ invalid: true, described: "Enter a name" });
    expect((await announced(page, "Id")).invalid).toBe(false);
  });
});

describe.each(MODES)("the app $name", ({ open }) => {
  it("shows every issue of an invalid plant, focuses the first field with one, and sends nothing", async () => {
    const { page, posted } = await open(visit);
    await page.getByRole("button", { name: "Create plant" }).click();
    await page.getByText("Enter a name").waitFor();
    expect(await announced(page, "Id")).toEqual({ invalid: true, described: expect.stringContaining("Enter an id") });
    expect(await page.getByLabel("Name").evaluate((input) => input === document.activeElement)).toBe(true);

    await page.keyboard.type("Fern");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.getByLabel("Id", { exact: true }).evaluate((input) => input === document.activeElement))
      .toBe(true);
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Created Fern, with the id 5.").waitFor();
    expect(posted).toEqual(['{"id":5,"name":"Fern"}']);
  });
});
