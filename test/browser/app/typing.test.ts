import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { useChromium } from "./support/chromium.ts";
import { MODES, withMock } from "./support/modes.ts";

const { visit } = useChromium();

/** What a screen reader says of a field: whether it is invalid, and its description. */
async function told(page: Page, label: string): Promise<{ invalid: boolean; described: string }> {
  const field = page.getByLabel(label, { exact: true });
  const ids = ((await field.getAttribute("aria-describedby")) ?? "").split(" ");
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
  return { invalid: (await field.getAttribute("aria-invalid")) === "true", described: texts.join(" ").trim() };
}

describe("the form, while one types", () => {
  it.each([["12x"], ["1.5"], ["1e3"], ["007"], ["9223372036854775808"], ["-9223372036854775809"]])(
    "says that %s is no id, and takes it back when it is corrected",
    async (text) => {
      const { page } = await withMock.open(visit);
      const id = page.getByLabel("Id", { exact: true });
      await id.pressSequentially(text);
      await page.getByText("Id must be the digits of an int64.").waitFor();
      expect(await told(page, "Id")).toEqual({
        invalid: true,
        described: expect.stringContaining("Id must be the digits of an int64."),
      });
      await id.fill("-9223372036854775808");
      await page.getByText("Id must be the digits of an int64.").waitFor({ state: "detached" });
      expect((await told(page, "Id")).invalid).toBe(false);
    },
  );

  it("asks for a field that was emptied, and for none that one has not come to", async () => {
    const { page } = await withMock.open(visit);
    await page.getByLabel("Name").fill("F");
    await page.getByLabel("Name").fill("");
    await page.getByText("Name is required.").waitFor();
    expect(await told(page, "Name")).toEqual({ invalid: true, described: "Name is required." });
    expect((await told(page, "Id")).invalid).toBe(false);
  });
});

describe.each(MODES)("the app $name", ({ open }) => {
  it("sends nothing that is invalid, says all that is wrong, and goes to the first field of it", async () => {
    const { page, posted } = await open(visit);
    await page.getByRole("button", { name: "Create plant" }).click();
    await page.getByText("Name is required.").waitFor();
    expect(await told(page, "Id")).toEqual({ invalid: true, described: expect.stringContaining("Id is required.") });
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
