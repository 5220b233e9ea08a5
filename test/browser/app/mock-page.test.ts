import { createPlantStoreClient } from "plant-store-sdk";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { mockServer } from "../../support/mock-server.ts";
import { overflowPx, violations } from "./support/axe.ts";
import { DESKTOP, PHONE, useChromium } from "./support/chromium.ts";

const { visit } = useChromium();

/** Opens the page of a mock server, and waits until it is live. */
async function openPage(url: string, options = {}) {
  const visited = await visit(url, options);
  await visited.page.getByRole("status").getByText("Live").waitFor();
  return visited;
}

/** Comes to a button as one does without a mouse. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  for (let presses = 0; presses < 20; presses++) {
    if (await button.evaluate((element) => element === document.activeElement)) {
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`No number of Tabs leads to ${name}.`);
}

describe("the mock server's page", () => {
  it("shows plants and requests as they come, ids to the digit, without being loaded again", async () => {
    const { url, mock } = await mockServer({ plants: [{ id: 1, name: "Fern", tag: "indoor" }] });
    const { page } = await openPage(url);
    await page.getByRole("cell", { name: "Fern", exact: true }).waitFor();
    await page.evaluate(() => document.body.setAttribute("data-loaded", "once"));

    mock.plants.add({ id: 9007199254740993n, name: "Aloe vera" });
    await page.getByRole("cell", { name: "9007199254740993", exact: true }).waitFor();
    const { createPlant } = createPlantStoreClient({ baseUrl: `${url}/v1`, token: "any" });
    await createPlant({ id: -9223372036854775808n, name: "Moss" });
    await page.getByRole("cell", { name: "POST /v1/plants", exact: true }).waitFor();
    await page.getByRole("cell", { name: "-9223372036854775808 Moss", exact: true }).waitFor();
    await page.getByText("3 plants").waitFor();
    expect(await page.locator("body").getAttribute("data-loaded")).toBe("once");
  });

  it("queues faults and resets the mock, by keyboard alone", async () => {
    const { url, mock } = await mockServer({ plants: [{ id: 1, name: "Fern" }] });
    const { page } = await openPage(url);
    const { createPlant } = createPlantStoreClient({ baseUrl: url, token: "any" });

    await tabTo(page, "Error 503");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Queued as number 1: Error 503.").waitFor();
    await page.getByRole("list", { name: "Queued faults" }).getByText("503: An error that was asked for").waitFor();
    await tabTo(page, "Lost connection");
    await page.keyboard.press("Space");
    await page.getByRole("status").getByText("Queued as number 2: Lost connection.").waitFor();

    const { response } = await createPlant({ id: 2, name: "Moss" });
    expect(response.status).toBe(503);
    await page.getByText("1 fault queued").waitFor();
    await page.getByRole("row").getByText("fault", { exact: true }).waitFor();

    mock.plants.add({ id: 3, name: "Aloe vera" });
    await page.getByRole("cell", { name: "Aloe vera", exact: true }).waitFor();
    await tabTo(page, "Reset");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("The mock was reset").waitFor();
    await page.getByRole("cell", { name: "Aloe vera", exact: true }).waitFor({ state: "detached" });
    await page.getByText("None is queued.").waitFor();
    await page.getByText("Nothing was asked yet.").waitFor();
    expect(mock.plants.all()).toEqual([{ id: 1n, name: "Fern" }]);
    expect((await createPlant({ id: 2, name: "Moss" })).data).toEqual({ name: "Moss" });
  });

  it("shows markup as text, in names, tags and messages of faults", async () => {
    const markup = "<img src=x onerror=\"document.body.dataset.ran='yes'\"><b>Fern</b>";
    const { url, mock } = await mockServer({ plants: [{ id: 1, name: markup, tag: markup }] });
    mock.failNext({ error: 1, message: markup });
    const { page } = await openPage(url);
    expect(await page.getByRole("cell", { name: markup, exact: true }).count()).toBe(2);
    expect(await page.getByRole("list", { name: "Queued faults" }).innerText()).toContain(markup);
    expect(await page.locator("main img, main b").count()).toBe(0);
    expect(await page.locator("body").getAttribute("data-ran")).toBeNull();
  });

  it("says when the server has gone", async () => {
    const { url, close } = await mockServer();
    const { page, errors, expectedErrors } = await openPage(url);
    await close();
    await page.getByRole("status").getByText("Not connected; trying again").waitFor();
    await page.close(); // so that it asks no more
    // Chromium prints one for the stream that broke off, and one for each time that it asked again.
    expectedErrors.push(...errors.map(() => expect.stringContaining("net::ERR")));
  });

  it.each(
    (["light", "dark"] as const).flatMap((colorScheme) => [
      { screen: `${colorScheme}, desktop`, options: { colorScheme, viewport: DESKTOP } },
      { screen: `${colorScheme}, phone`, options: { colorScheme, viewport: PHONE } },
    ]),
  )("gives axe-core nothing to find, and fits: $screen", async ({ options }) => {
    const { url, mock } = await mockServer();
    const { page } = await openPage(url, options);
    await page.getByText("No plant yet.").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);

    const { createPlant } = createPlantStoreClient({ baseUrl: url, token: "any" });
    mock.failNext({ error: 1, message: "No room" });
    await createPlant({ id: 1, name: "Fern" });
    await createPlant({ id: 9223372036854775807n, name: "Moss".repeat(60), tag: "indoor".repeat(40) });
    mock.failNext("html", "timeout", { error: 1, message: "Room".repeat(60) });
    await page.getByText("3 faults queued").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    const ground = await page.evaluate(() =>
      getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number),
    );
    expect(Math.max(...(ground ?? [])) < 128).toBe(options.colorScheme === "dark");
  });
});
