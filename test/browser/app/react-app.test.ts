import type { Locator } from "@playwright/test";
import { describe, it } from "vitest";
import { findProblems } from "./support/axe.ts";
import { expect, SCREENS } from "./support/chromium.ts";
import { openApp } from "./support/example-app.ts";
import { fill, send, sendButton } from "./support/plant-form.ts";

const STATUS_400 = /^Failed to load resource: .* 400/;

describe.each(["mock", "service"] as const)("the React example with the %s", (uses) => {
  it("creates plants with their exact ids, and is ready for the next", async () => {
    const { page, posted, control } = await openApp(uses);
    await send(page, { name: "Aloe <b>vera</b>", tag: "succulent", id: "9007199254740993" });
    await page.getByText("Created Aloe <b>vera</b>, with the id 9007199254740993.").waitFor();
    await expect(page.getByLabel("Id")).toHaveValue("");
    await send(page, { name: "Fern", id: " -9223372036854775808 " });
    await page.getByText("Created Fern, with the id -9223372036854775808.").waitFor();
    expect(posted).toEqual([
      '{"id":9007199254740993,"name":"Aloe <b>vera</b>","tag":"succulent"}',
      '{"id":-9223372036854775808,"name":"Fern"}',
    ]);
    expect(await (await control("plants?id=-9223372036854775808")).text()).toContain("Fern");
  });

  it("shows the service's Error, keeps the input, and clears the Error when the plant is sent again", async () => {
    const { page, expectedErrors } = await openApp(uses);
    expectedErrors.push(STATUS_400);
    await send(page, { name: "Fern", id: "1" });
    await expect(page.getByLabel("Name")).toHaveValue("");
    await send(page, { name: "Moss", id: "1" });
    await expect(page.getByRole("alert")).toContainText("The id 1 is in use");
    await expect(page.getByLabel("Name")).toHaveValue("Moss");
    await page.getByLabel("Id").fill("2");
    await sendButton(page).click();
    await page.getByText("Created Moss, with the id 2.").waitFor();
    await expect(page.getByRole("alert")).toBeEmpty();
  });

  it("says that the plant may exist when connections drop, which Chromium repeats", async () => {
    const { page, expectedErrors, control } = await openApp(uses);
    expectedErrors.push(/^Failed to load resource: net::ERR_/);
    await control("faults", '{"when":{},"fault":"connection"}');
    await send(page, { name: "Fern", id: "1" });
    await expect(page.getByRole("alert")).toContainText("The plant may have been created.");
    await expect(page.getByLabel("Name")).toHaveValue("Fern");
  });

  it("shows each issue beside its field, focuses the first one, and sends nothing", async () => {
    const { page, posted } = await openApp(uses);
    const [name, id] = [page.getByLabel("Name", { exact: true }), page.getByLabel("Id", { exact: true })];
    const expectIssue = async (field: Locator, issue: string) => {
      await expect(field).toHaveAccessibleDescription(new RegExp(issue));
      await expect(field).toHaveAttribute("aria-invalid", "true");
    };
    await sendButton(page).click();
    await expectIssue(name, "Enter a name");
    await expectIssue(id, "Enter an id");
    await expect(id).toBeFocused();
    await expect(page.getByLabel("Tag")).not.toHaveAttribute("aria-invalid", "true");

    await send(page, { name: "Fern", id: "a dozen" });
    await expectIssue(id, "Use digits only, without leading zeros");
    await expect(name).not.toHaveAttribute("aria-invalid", "true");
    await expect(id).toBeFocused();
    await id.fill("5");
    await id.press("Enter");
    await page.getByText("Created Fern, with the id 5.").waitFor();
    expect(posted).toEqual(['{"id":5,"name":"Fern"}']);
  });

  it.each(SCREENS)("is accessible and fits the screen in any state: $screen", async ({ options }) => {
    const { page, expectedErrors } = await openApp(uses, options);
    expectedErrors.push(STATUS_400);
    expect(await findProblems(page)).toEqual([]);
    await sendButton(page).click();
    await page.getByText("Enter a name").waitFor();
    expect(await findProblems(page)).toEqual([]);
    for (const shown of [/^Created/, "The id -9223372036854775808 is in use"]) {
      await send(page, { name: "Fern".repeat(60), tag: "indoor".repeat(60), id: "-9223372036854775808" });
      await page.locator("form").getByText(shown).waitFor();
      expect(await findProblems(page)).toEqual([]);
    }
  });
});

describe("the React example with the mock", () => {
  it("gets a fault for each request whose page sends X-Mock-Fault", async () => {
    const { page, expectedErrors } = await openApp("mock");
    expectedErrors.push(/^Failed to load resource: net::ERR_/);
    await page.setExtraHTTPHeaders({ "X-Mock-Fault": "connection" });
    await send(page, { name: "Fern", id: "1" });
    await expect(page.getByRole("alert")).toContainText("The plant may have been created.");
  });
});

describe("the React example with the service", () => {
  it("sends one request while a double click waits for the response", async () => {
    const { page, posted } = await openApp("service");
    let respond = () => {};
    const held = new Promise<void>((resolve) => (respond = resolve));
    await page.route("**/v1/plants", (route) => held.then(() => route.continue()));
    await fill(page, { name: "Fern", id: "1" });
    await sendButton(page).dblclick();
    const waiting = page.getByRole("button", { name: "Creating …" });
    await waiting.waitFor();
    expect(await findProblems(page)).toEqual([]);
    await waiting.click({ force: true });
    await page.getByLabel("Name").press("Enter");
    respond();
    await page.getByText("Created Fern, with the id 1.").waitFor();
    await expect(waiting).toBeHidden();
    expect(posted).toEqual(['{"id":1,"name":"Fern"}']);
  });

  it("contains no mock", async () => {
    const { page, asked } = await openApp("service");
    expect(asked.map(({ pathname }) => pathname).filter((path) => /mock|worker/i.test(path))).toEqual([]);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  });
});
