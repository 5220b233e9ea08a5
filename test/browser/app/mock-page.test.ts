import { exec } from "node:child_process";
import { promisify } from "node:util";
import type { BrowserContextOptions } from "@playwright/test";
import { createPlantStoreClient } from "plant-store-sdk";
import type { MockServerOptions } from "plant-store-sdk/mocks/server";
import { it } from "vitest";
import { mockServer } from "../../support/mock-server.ts";
import { findCovered, findProblems, findScrolling, findSmallTargets } from "./support/axe.ts";
import { expect, SCREENS, visit } from "./support/chromium.ts";

const LAPTOP = { viewport: { width: 1280, height: 720 } };

const manyPlants = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: "Moss".repeat(60) }));

async function openPage(serverOptions: MockServerOptions = {}, contextOptions: BrowserContextOptions = {}) {
  const server = await mockServer(serverOptions);
  const { createPlant } = createPlantStoreClient({ baseUrl: server.url, token: "any-token" });
  const visited = await visit(server.url, contextOptions);
  const { page } = visited;
  await page.getByRole("status").getByText("Live").waitFor();
  const list = (name: string) => page.getByRole("list", { name }).getByRole("listitem");
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  return { ...server, ...visited, createPlant, list, button };
}

it("shows plants and requests as they come, with exact ids and all text as text", async () => {
  const { list, button, mock, url, createPlant } = await openPage({ plants: [{ id: 1, name: "Fern", tag: "indoor" }] });
  mock.plants.add({ id: 9007199254740993n, name: "<b>Aloe</b>" });
  await expect(list("Plants")).toContainText([/<b>Aloe<\/b>.*9007199254740993/, /Fern.*tag: indoor/]);
  await createPlant({ id: -9223372036854775808n, name: "<b>Moss</b>" });
  await button("-9223372036854775808 <b>Moss</b>").waitFor();
  await fetch(`${url}/plants`, { method: "POST", body: "{}" });
  await expect(list("Requests")).toContainText([/400 refused.*The Authorization header is missing/, "200 created"]);
  await button("POST /plants").waitFor();
});

it("opens a request by a click anywhere in its row or by keyboard", async () => {
  const { page, url, list, button, createPlant } = await openPage();
  await createPlant({ id: 9007199254740993n, name: "Fern" });
  const part = (name: string) => page.getByRole("group", { name });
  await list("Requests").getByText("200 created").click();
  await expect(part("Request headers")).toContainText(`POST ${url}/plants\n`);
  await expect(part("Request headers")).toContainText("authorization: Bearer [redacted]\n");
  await expect(part("Request body")).toHaveText('{"id":9007199254740993,"name":"Fern"}');
  await expect(part("Response body")).toHaveText('{"name":"Fern"}');
  await list("Requests").getByText(/ ms$/).click();
  await expect(part("Request body")).toBeHidden();
  await button("9007199254740993 Fern").press("Enter");
  await expect(part("Request body")).toBeVisible();
  await expect(button("9007199254740993 Fern")).toHaveAttribute("aria-expanded", "true");
});

it("copies a request as curl unless its body is cut, also without the clipboard API, which plain HTTP lacks", async () => {
  const { page, button, createPlant } = await openPage({}, { permissions: ["clipboard-read", "clipboard-write"] });
  await createPlant({ id: 1, name: "O'Neil's fern" });
  await createPlant({ id: 2, name: "x".repeat(70_000) });
  await button(/^2 xxx/).click();
  await page.getByText("The body is cut, so the request can't be copied.").waitFor();
  await button("1 O'Neil's fern").click();
  for (const clipboard of [await page.evaluateHandle(() => navigator.clipboard), undefined]) {
    const replace = (value: unknown) => Object.defineProperty(navigator, "clipboard", { value, configurable: true });
    await page.evaluate(replace, clipboard);
    await button("Copy as curl").click();
    await page.getByRole("status").getByText("Copied.").waitFor();
    await page.evaluate(() => Reflect.deleteProperty(navigator, "clipboard"));
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).toContain(`'{"id":1,"name":"O'\\''Neil'\\''s fern"}'`);
    await page.evaluate(() => navigator.clipboard.writeText(""));
  }
});

it("filters requests by outcome and text", async () => {
  const { page, mock, list, createPlant } = await openPage();
  const titles = list("Requests").getByRole("button");
  await createPlant({ id: 1, name: "Fern" });
  mock.failNext({ error: 1, message: "No room" });
  await createPlant({ id: 2, name: "Boston fern" });
  await page.getByText("2 requests").waitFor();
  await page.getByLabel("Filter requests by text").fill("fern");
  await expect(titles).toHaveText(["2 Boston fern", "1 Fern"]);
  await page.getByLabel("Filter requests by text").fill("no room");
  await expect(titles).toHaveText(["2 Boston fern"]);
  await page.getByText("1 of 2 requests").waitFor();
  await page.getByLabel("Filter requests by outcome").selectOption("created");
  await page.getByText("No requests match the filter.").waitFor();
});

it("adds and deletes plants, in one session at a time", async () => {
  const { page, mock, session, button } = await openPage({ plants: [{ id: 3, name: "Fern" }] });
  const worker = session("worker 1");
  await page.getByLabel("Session").selectOption("worker 1");
  await page.getByText("Add plants").click();
  const json = page.getByLabel("A plant, or an array of plants, as JSON");
  await json.fill('[{ "id": 9007199254740993, "name": "Aloe" }, { "id": 2, "name": "Moss" }]');
  await button("Add").click();
  await button("Delete plant 9007199254740993").click();
  await expect(button("Delete plant 3")).toBeFocused();
  expect(worker.plants.all().map(({ id }) => id)).toEqual([3n, 2n]);
  expect(mock.plants.size).toBe(1);
});

/** Ten plants, thirty requests and six queued faults. */
async function openFullPage(contextOptions: BrowserContextOptions) {
  const opened = await openPage({ plants: manyPlants(10) }, contextOptions);
  const { mock, createPlant, page } = opened;
  for (let id = 0; id < 30; id++) {
    await createPlant({ id, name: "Moss".repeat(60) });
  }
  mock.plants.clear();
  mock.plants.add(...manyPlants(10));
  mock.failNext("connection", "unreachable", "timeout", "malformed", "html", { error: 1, message: "Room".repeat(60) });
  await page.getByText("6 faults").waitFor();
  return opened;
}

it("shows all fault buttons without scrolling, however full it is", async () => {
  const { page } = await openFullPage(LAPTOP);
  const buttons = page.getByRole("group", { name: "makes one of the next requests fail" }).getByRole("button");
  await expect(buttons).toHaveCount(7);
  for (const button of await buttons.all()) {
    await expect(button).toBeInViewport({ ratio: 1 });
  }
});

it("has no scrolling area inside another, except in the page itself", async () => {
  const { page, mock, button } = await openFullPage(LAPTOP);
  mock.failNext(...Array.from({ length: 20 }, () => "html" as const));
  await page.getByText("26 faults").waitFor();
  await button(/^29 Moss/).click();
  await button("Copy as curl").waitFor();
  const depths = (await findScrolling(page)).map(({ depth }) => depth);
  expect(new Set(depths)).toEqual(new Set([0]));
});

it("cuts a long name after two lines", async () => {
  const { page } = await openFullPage(LAPTOP);
  const names = page.locator(".name", { hasText: "MossMoss" });
  await expect(names).toHaveCount(40);
  const heights = await names.evaluateAll((elements) => elements.map((element) => element.clientHeight));
  const lineHeight = await names.first().evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
  expect(new Set(heights.map((height) => Math.round(height / lineHeight)))).toEqual(new Set([2]));
});

it.each([
  { fault: { fault: "connection", creates: true }, text: "connection plant created" },
  { fault: "connection", text: "connection no plant created" },
] as const)("names the fault of a request, and whether it created the plant: $text", async ({ fault, text }) => {
  const { mock, list, createPlant } = await openPage();
  mock.failNext(fault);
  await createPlant({ id: 1, name: "Fern" }).catch(() => {});
  await expect(list("Requests")).toContainText([text]);
});

it("jumps to the faults from the first link", async () => {
  const { page, button } = await openFullPage(LAPTOP);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("navigation", { name: "Skip to" }).getByRole("link", { name: "Faults" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(button("Clear faults")).toBeFocused();
});

it("hides the skip links until they have the focus", async () => {
  const { page } = await openPage({}, LAPTOP);
  const links = page.getByRole("navigation", { name: "Skip to" });
  await expect(links).toHaveCSS("clip-path", "inset(50%)");
  await page.keyboard.press("Tab");
  await expect(links).toHaveCSS("clip-path", "none");
});

const INVALID_INPUTS = [
  { form: "Custom fault", text: '"conection"', submit: "Queue", problem: /unknown fault/ },
  { form: "Add plants", text: '{ "id": 1 }', submit: "Add", problem: /name is required/ },
] as const;

async function submitInvalid({ form, text, submit }: (typeof INVALID_INPUTS)[number]) {
  const { page, button, expectedErrors } = await openFullPage({ viewport: { width: 1024, height: 700 } });
  expectedErrors.push(/400 \(Bad Request\)/);
  const details = page.locator("details", { hasText: form });
  await details.locator("summary").click();
  const input = details.getByRole("textbox");
  await input.fill(text);
  await button(submit).click();
  await expect(input).toHaveAttribute("aria-invalid", "true");
  return { details, input };
}

it.each(INVALID_INPUTS)("describes the input of a form by its problem: $form", async (row) => {
  const { input } = await submitInvalid(row);
  await expect(input).toHaveAccessibleDescription(row.problem);
});

it.each(INVALID_INPUTS)("covers nothing of a form that shows a problem: $form", async (row) => {
  const { details } = await submitInvalid(row);
  await expect(details.getByText(row.problem)).toBeInViewport();
  expect(await findCovered(details.locator("form"))).toEqual([]);
});

it("forgets the problem of a form after a success", async () => {
  const { page, button, expectedErrors } = await openPage();
  expectedErrors.push(/400 \(Bad Request\)/);
  await page.getByText("Custom fault").click();
  const input = page.getByLabel("A fault, or an array");
  await input.fill("{}");
  await button("Queue").click();
  await expect(input).toHaveAttribute("aria-invalid", "true");
  await input.fill('"html"');
  await button("Queue").click();
  await expect(input).toHaveAttribute("aria-invalid", "false");
  await expect(input).toHaveAccessibleDescription("");
});

it.each(["a&b", "worker 1", "100% #1+1?", "it's", "%26"])("opens the session %s", async (name) => {
  const { page, session, list } = await openPage();
  session(name).plants.add({ id: 1, name: "Moss" });
  await page.getByLabel("Session").selectOption(name);
  await expect(list("Plants")).toContainText(["Moss"]);
  await expect(page.getByLabel("Session")).toHaveValue(name);
});

it("opens the session of a URL in which somebody typed an ampersand", async () => {
  const { page, url, session, list } = await openPage();
  session("a&b").plants.add({ id: 1, name: "Moss" });
  await page.goto(`${url}/?session=a&b`);
  await expect(list("Plants")).toContainText(["Moss"]);
});

it("shows a curl command for the session until there are requests", async () => {
  const { page, session, list } = await openPage();
  const name = "it's $HOME";
  session(name);
  await page.getByLabel("Session").selectOption(name);
  const command = page.getByRole("group", { name: "Command" });
  await expect(command).toContainText("X-Mock-Session");
  await promisify(exec)(await command.innerText());
  await expect(list("Requests")).toContainText(["200 created"]);
  await expect(command).toBeHidden();
});

it("queues and removes faults, and resets the mock, by keyboard", async () => {
  const { page, mock, list, button, createPlant } = await openPage({ plants: [{ id: 1, name: "Fern" }] });
  await button("connection").press("Space");
  await page.getByLabel("Create the plant first, then fail").press("Space");
  await button("error 503").press("Enter");
  await expect(list("Queued faults")).toContainText([
    "drops the connection without a response",
    /Error 503 “Requested error”.*status 503, after the plant is created/,
  ]);
  await button("Remove connection").press("Enter");
  await page.getByText("1 fault", { exact: true }).waitFor();
  expect((await createPlant({ id: 2, name: "Moss" })).response.status).toBe(503);
  await page.getByText("No faults queued.").waitFor();
  await expect(list("Requests")).toContainText([/503 fault.*error 503.*plant created.*Requested error/]);
  await button("Reset").press("Enter");
  await page.getByText(/^No requests yet/).waitFor();
  expect(mock.plants.all()).toEqual([{ id: 1n, name: "Fern" }]);
});

it("says when it is disconnected", async () => {
  const { page, close, expectedErrors } = await openPage();
  expectedErrors.push(/net::ERR/);
  await close();
  await page.getByRole("status").getByText("Disconnected. Reconnecting").waitFor();
});

it.each(SCREENS)("is accessible and fits the screen, empty and full: $screen", async ({ screen, options }) => {
  const { page, mock, button, createPlant } = await openPage({}, options);
  await page.getByText("No plants yet.").waitFor();
  expect(await findProblems(page)).toEqual([]);
  mock.plants.add(...Array.from({ length: 30 }, (_, id) => ({ id, name: "Moss".repeat(60), tag: "indoor" })));
  await createPlant({ id: 9223372036854775807n, name: "Fern" });
  mock.failNext("html", "timeout", { error: 1, message: "Room".repeat(60) });
  await page.getByText("3 faults").waitFor();
  await button("9223372036854775807 Fern").click();
  await button("Copy as curl").waitFor();
  await page.getByText("Add plants").click();
  await page.getByText("Custom fault").click();
  expect([await findProblems(page), await findSmallTargets(page)]).toEqual([[], []]);
  if (screen === "dark, phone") {
    expect(await findScrolling(page)).toEqual([]);
    for (const name of ["Plants", "Requests", "Faults"]) {
      await page.getByRole("link", { name }).click();
      await expect(page.getByRole("heading", { name })).toBeInViewport();
    }
  }
});
