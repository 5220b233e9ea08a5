import { describe, expect, it } from "vitest";
import { overflowPx, violations } from "./support/axe.ts";
import { DESKTOP, PHONE, useChromium } from "./support/chromium.ts";
import { fill } from "./support/fill.ts";
import { MODES } from "./support/modes.ts";

const { visit } = useChromium();

const screens = (["light", "dark"] as const).flatMap((colorScheme) => [
  { screen: `${colorScheme}, desktop`, options: { colorScheme, viewport: DESKTOP } },
  { screen: `${colorScheme}, phone`, options: { colorScheme, viewport: PHONE } },
]);

describe.each(MODES)("the app $name", (mode) => {
  it.each(screens)("has no axe violation and no horizontal overflow in any state: $screen", async ({ options }) => {
    const visited = await mode.open(visit, options);
    const { page, expectedErrors } = visited;
    const send = page.getByRole("button", { name: "Create plant" });
    const check = async () => {
      expect(await violations(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
    };
    await check();

    await send.click();
    await page.getByText("Enter a name").waitFor();
    await check();

    await fill(page, { name: "Fern".repeat(60), tag: "indoor".repeat(60), id: "-9223372036854775808" });
    await send.click();
    await page.getByRole("status").getByText("Created").waitFor();
    await check();

    await mode.failNext(visited, {
      label: "An Error, 400",
      hint: "",
      fault: { error: -7, message: "Room".repeat(99) },
    });
    expectedErrors.push(expect.stringContaining("400"));
    await fill(page, { name: "Moss", id: "2" });
    await send.click();
    await page.getByRole("alert").getByText("The service refused the plant").waitFor();
    await check();

    await mode.failNext(visited, { label: "No response", hint: "", fault: "timeout" });
    await send.click();
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    await check();
  });
});
