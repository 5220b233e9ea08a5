import { describe, expect, inject, it } from "vitest";
import { useChromium } from "./support/chromium.ts";
import { fill } from "./support/fill.ts";
import { MODES, withService } from "./support/modes.ts";

const { visit } = useChromium();

const never = { label: "No response", hint: "", fault: "timeout" } as const;

describe.each(MODES)("the app $name", (mode) => {
  it("aborts a canceled request, shows that, and sends the next", async () => {
    const visited = await mode.open(visit);
    const { page } = visited;
    await fill(page, { name: "Fern", id: "1" });
    await mode.failNext(visited, never);
    expect(await page.getByRole("button", { name: "Cancel" }).isVisible()).toBe(false);
    const failed = page.waitForEvent("requestfailed");
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Create plant" }).click();
    await sent;
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("status").getByText("Canceled. The plant may have been created.").waitFor();
    expect((await failed).failure()?.errorText).toBe("net::ERR_ABORTED");
    expect(await page.getByRole("alert").innerText()).toBe("");
    expect(await page.getByRole("button", { name: "Cancel" }).isVisible()).toBe(false);
    const send = page.getByRole("button", { name: "Create plant" });
    expect(await send.evaluate((button) => button === document.activeElement)).toBe(true);

    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Created Fern, with the id 1.").waitFor();
  });

  it("ignores further clicks until the response arrives", async () => {
    const visited = await mode.open(visit);
    const { page, posted } = visited;
    await fill(page, { name: "Fern", id: "1" });
    await mode.failNext(visited, never);
    const send = page.getByRole("button", { name: "Create plant" });
    await send.dblclick();
    await send.click({ force: true });
    await page.getByLabel("Id", { exact: true }).press("Enter");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("status").getByText("Canceled").waitFor();
    await page.getByLabel("Name").fill("Moss");
    await send.click();
    await page.getByRole("status").getByText("Created Moss").waitFor();
    expect(posted).toEqual(['{"id":1,"name":"Fern"}', '{"id":1,"name":"Moss"}']);
  });
});

it("lets the service see that a request was canceled", async () => {
  const visited = await withService.open(visit);
  const { page } = visited;
  const outcomes = async () => {
    const recorded = await (await fetch(`${inject("service")}/__mock/requests`)).json();
    return recorded.map(({ outcome }: { outcome: string }) => outcome);
  };
  await fill(page, { name: "Fern", id: "1" });
  await withService.failNext(visited, never);
  await page.getByRole("button", { name: "Create plant" }).click();
  await expect.poll(outcomes).toEqual(["pending"]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(outcomes).toEqual(["aborted"]);
});
