import { createPlantStoreClient } from "plant-store-sdk";
import type { MockServerOptions } from "plant-store-sdk/mocks/server";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { mockServer } from "../../support/mock-server.ts";
import { overflowPx, violations } from "./support/axe.ts";
import { DESKTOP, PHONE, useChromium } from "./support/chromium.ts";

const { visit } = useChromium();

async function openPage(options: MockServerOptions & BrowserContextOptions = {}) {
  const { colorScheme, viewport, permissions, ...serverOptions } = options;
  const server = await mockServer(serverOptions);
  const { createPlant } = createPlantStoreClient({ baseUrl: server.url, token: "any-token" });
  const contextOptions = Object.entries({ colorScheme, viewport, permissions }).filter(
    ([, value]) => value !== undefined,
  );
  const visited = await visit(server.url, Object.fromEntries(contextOptions));
  await visited.page.getByRole("status").getByText("Live").waitFor();
  return { ...server, ...visited, page: visited.page, createPlant };
}

async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  for (let presses = 0; presses < 40; presses++) {
    if (await button.evaluate((element) => element === document.activeElement)) {
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab doesn't reach ${name}.`);
}

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.ariaLabel);

describe("the mock server's page", () => {
  it("shows plants and requests as they come, with exact ids", async () => {
    const { page, mock, url, createPlant } = await openPage({ plants: [{ id: 1, name: "Fern", tag: "indoor" }] });
    await page.getByRole("cell", { name: "Fern tag: indoor" }).waitFor();

    mock.plants.add({ id: 9007199254740993n, name: "Aloe vera" });
    await page.getByRole("cell", { name: "9007199254740993", exact: true }).waitFor();
    await createPlant({ id: -9223372036854775808n, name: "Moss" });
    await page.getByRole("row", { name: "200 -9223372036854775808 Moss created" }).waitFor();
    await page.getByText("3 plants").waitFor();

    await fetch(`${url}/plants`, { method: "POST", body: "{}" });
    await page.getByRole("row", { name: /^400 POST \/plants refused The Authorization header is missing/ }).waitFor();
  });

  it("shows the headers, body and response of a selected request, and copies it as curl", async () => {
    const { page, url, createPlant } = await openPage({ permissions: ["clipboard-read", "clipboard-write"] });
    await createPlant({ id: 9007199254740993n, name: "O'Neil's fern" });
    const row = page.getByRole("button", { name: "9007199254740993 O'Neil's fern" });
    await row.click();
    expect(await row.getAttribute("aria-expanded")).toBe("true");
    const headers = await page.getByRole("group", { name: "Request headers" }).innerText();
    expect(headers).toContain(`POST ${url}/plants\n`);
    expect(headers).toContain("authorization: Bearer [redacted]\n");
    expect(await page.getByRole("group", { name: "Request body" }).innerText()).toBe(
      `{"id":9007199254740993,"name":"O'Neil's fern"}`,
    );
    expect(await page.getByRole("group", { name: "Response body" }).innerText()).toBe(`{"name":"O'Neil's fern"}`);

    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByRole("status").getByText("Copied.").waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).toContain('"Authorization: Bearer $PLANT_STORE_TOKEN"');
    expect(command).toContain(`'{"id":9007199254740993,"name":"O'\\''Neil'\\''s fern"}'`);
    await row.click();
    await page.getByRole("group", { name: "Request body" }).waitFor({ state: "detached" });
  });

  it("copies without the clipboard API, which plain HTTP lacks, and not when the body is cut", async () => {
    const { page, createPlant } = await openPage({ permissions: ["clipboard-read", "clipboard-write"] });
    await createPlant({ id: 1, name: "Fern" });
    await createPlant({ id: 2, name: "x".repeat(70_000) });
    await page.getByRole("button", { name: /^2 xxx/ }).click();
    await page.getByText("The body is cut, so the request can't be copied.").waitFor();
    expect(await page.getByRole("button", { name: "Copy as curl" }).count()).toBe(0);

    await page.getByRole("button", { name: "1 Fern" }).click();
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }));
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByRole("status").getByText("Copied.").waitFor();
    await page.evaluate(() => Reflect.deleteProperty(navigator, "clipboard"));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`'{"id":1,"name":"Fern"}'`);
  });

  it("filters requests by outcome and text", async () => {
    const { page, mock, createPlant } = await openPage();
    await createPlant({ id: 1, name: "Fern" });
    mock.failNext({ error: 1, message: "No room" });
    await createPlant({ id: 2, name: "Moss" });
    await createPlant({ id: 3, name: "Boston fern" });
    const titles = page.getByRole("region", { name: "Requests" }).getByRole("button");
    await page.getByText("3 requests").waitFor();
    await page.getByLabel("Filter requests by text").fill("fern");
    expect(await titles.allInnerTexts()).toEqual(["3 Boston fern", "1 Fern"]);
    await page.getByText("2 of 3 requests").waitFor();
    await page.getByLabel("Filter requests by text").fill("no room");
    expect(await titles.allInnerTexts()).toEqual(["2 Moss"]);
    await page.getByLabel("Filter requests by outcome").selectOption("created");
    await page.getByText("No requests match the filter.").waitFor();
    await page.getByLabel("Filter requests by text").fill("");
    expect(await titles.allInnerTexts()).toEqual(["3 Boston fern", "1 Fern"]);
  });

  it("adds and deletes plants", async () => {
    const { page, mock, expectedErrors } = await openPage();
    await page.getByText("Add plants").click();
    const json = page.getByLabel("A plant, or an array of plants, as JSON");
    await json.fill('[{ "id": 9007199254740993, "name": "Fern" }, { "id": 2, "name": "Moss" }]');
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("cell", { name: "Moss", exact: true }).waitFor();
    await page.getByRole("button", { name: "Delete plant 9007199254740993" }).click();
    await page.getByRole("cell", { name: "Fern", exact: true }).waitFor({ state: "detached" });
    expect(mock.plants.all()).toEqual([{ id: 2n, name: "Moss" }]);
    expect(await focusedName(page)).toBe("Delete plant 2");

    await json.fill('{ "id": "x" }');
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("status").getByText("name is required").waitFor();
    expectedErrors.push(expect.stringContaining("400 (Bad Request)"));
    expect(mock.plants.size).toBe(1);
  });

  it("queues and removes faults, clears requests and resets the mock, by keyboard alone", async () => {
    const { page, mock, createPlant } = await openPage({ plants: [{ id: 1, name: "Fern" }] });
    await tabTo(page, "Error 503");
    await page.keyboard.press("Enter");
    await page.getByText("1 fault queued").waitFor();
    await tabTo(page, "Lost connection");
    await page.keyboard.press("Space");
    await page.getByText("2 faults queued").waitFor();
    await tabTo(page, "Remove connection");
    await page.keyboard.press("Enter");
    await page.getByText("1 fault queued").waitFor();
    expect((await createPlant({ id: 2, name: "Moss" })).response.status).toBe(503);
    await page.getByText("None queued").waitFor();
    await page.getByRole("row", { name: "503 2 Moss fault Requested error" }).waitFor();

    await tabTo(page, "Clear requests");
    await page.keyboard.press("Enter");
    await page.getByText("No requests yet.").waitFor();
    mock.plants.add({ id: 3, name: "Aloe vera" });
    mock.failNext("html");
    await page.getByRole("cell", { name: "Aloe vera", exact: true }).waitFor();
    await tabTo(page, "Reset");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Done: Reset.").waitFor();
    await page.getByRole("cell", { name: "Aloe vera", exact: true }).waitFor({ state: "detached" });
    await page.getByText("None queued").waitFor();
    expect(mock.plants.all()).toEqual([{ id: 1n, name: "Fern" }]);
  });

  it("shows and changes one session at a time", async () => {
    const { page, mock, session } = await openPage();
    session("worker 1").plants.add({ id: 1, name: "Fern" });
    await page.getByLabel("Session").selectOption("worker 1");
    await page.getByRole("cell", { name: "Fern", exact: true }).waitFor();
    expect(await page.getByLabel("Session").inputValue()).toBe("worker 1");
    await page.getByRole("button", { name: "Lost connection" }).click();
    await page.getByText("1 fault queued").waitFor();
    await page.getByRole("button", { name: "Delete plant 1" }).click();
    await page.getByText("No plants yet.").waitFor();
    expect([session("worker 1").plants.size, mock.plants.size]).toEqual([0, 0]);
    await page.getByLabel("Session").selectOption("default");
    await page.getByText("None queued").waitFor();
  });

  it("shows markup as text", async () => {
    const markup = "<img src=x onerror=\"document.body.dataset.ran='yes'\"><b>Fern</b>";
    const { page, mock, createPlant } = await openPage();
    mock.failNext({ error: 1, message: markup });
    await createPlant({ id: 1, name: markup, tag: markup });
    mock.plants.add({ id: 1, name: markup, tag: markup });
    mock.failNext({ error: 1, message: markup });
    await page.getByText("1 fault queued").waitFor();
    await page.getByRole("button", { name: `1 ${markup}`, exact: true }).click();
    await page.getByRole("button", { name: "Copy as curl" }).waitFor();
    expect(await page.getByRole("cell", { name: `${markup} tag: ${markup}`, exact: true }).count()).toBe(1);
    expect(await page.locator("main img, main b").count()).toBe(0);
    expect(await page.locator("body").getAttribute("data-ran")).toBeNull();
  });

  it("says when it is disconnected", async () => {
    const { page, close, errors, expectedErrors } = await openPage();
    await close();
    await page.getByRole("status").getByText("Disconnected. Reconnecting").waitFor();
    await page.close();
    expectedErrors.push(...errors.map(() => expect.stringContaining("net::ERR")));
  });

  it.each(
    (["light", "dark"] as const).flatMap((colorScheme) => [
      { screen: `${colorScheme}, desktop`, options: { colorScheme, viewport: DESKTOP } },
      { screen: `${colorScheme}, phone`, options: { colorScheme, viewport: PHONE } },
    ]),
  )("has no axe-core violations and fits the screen: $screen", async ({ options }) => {
    const { page, mock, createPlant } = await openPage(options);
    await page.getByText("No plants yet.").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);

    mock.failNext({ error: 1, message: "No room" });
    await createPlant({ id: 1, name: "Fern" });
    await createPlant({ id: 9223372036854775807n, name: "Moss".repeat(60), tag: "indoor".repeat(40) });
    mock.failNext("html", "timeout", { error: 1, message: "Room".repeat(60) });
    await page.getByText("3 faults queued").waitFor();
    await page.getByRole("button", { name: "1 Fern" }).click();
    await page.getByRole("button", { name: "Copy as curl" }).waitFor();
    await page.getByText("Add plants").click();
    await page.getByText("Custom fault").click();
    expect(await violations(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    const background = await page.evaluate(() =>
      getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number),
    );
    expect(Math.max(...(background ?? [])) < 128).toBe(options.colorScheme === "dark");
  });
});
