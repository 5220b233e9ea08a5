import { createServer } from "node:http";
import type { BrowserContextOptions, Page } from "@playwright/test";
import express from "express";
import { createPlantStoreClient } from "plant-store-sdk";
import { createMockMiddleware, type MockServerOptions } from "plant-store-sdk/mocks/server";
import { describe, it } from "vitest";
import { fern } from "../../support/fern.ts";
import { listening } from "../../support/listening.ts";
import { mockServer } from "../../support/mock-server.ts";
import { proxied } from "../../support/proxy.ts";
import { findProblems, findScrolling, findSmallTargets } from "./support/axe.ts";
import { expect, PHONE, SCREENS, visit } from "./support/chromium.ts";

const LAPTOP = { viewport: { width: 1280, height: 720 } };
const PAGE_SCREENS = [
  ...SCREENS,
  { screen: "320 px", options: { viewport: { width: 320, height: 640 } } },
  { screen: "200 % zoom", options: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 } },
  { screen: "forced colors", options: { ...LAPTOP, forcedColors: "active" } },
] as const;
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const LONG_NAME = "Moss".repeat(60);

const manyPlants = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, name: LONG_NAME, tag: "indoor" }));

async function openPage(serverOptions: MockServerOptions = {}, contextOptions: BrowserContextOptions = {}) {
  const server = await mockServer(serverOptions);
  const { createPlant } = createPlantStoreClient({ baseUrl: server.url, token: "any-token" });
  const visited = await visit(server.url, contextOptions);
  const { page } = visited;
  await page.getByRole("status").getByText("Live").waitFor();
  return {
    ...server,
    ...visited,
    createPlant,
    list: (name: string) => page.getByRole("list", { name }).getByRole("listitem"),
    button: (name: string | RegExp) => page.getByRole("button", { name, exact: true }),
    /** The line that opens the details of a request. */
    request: (title: string) => page.getByRole("list", { name: "Requests" }).locator("summary", { hasText: title }),
    /** A block of text, such as the body of a request. */
    block: (name: string) => page.getByRole("group", { name }),
  };
}

describe("the plants of the mock's page", () => {
  it("have their exact id and tag", async () => {
    const { list } = await openPage({ plants: [{ id: 9007199254740993n, name: "Aloe", tag: "indoor" }] });
    await expect(list("Plants")).toContainText([/Aloe.*tag: indoor.*9007199254740993/]);
  });

  it("appear as they are added, newest first", async () => {
    const { list, mock } = await openPage({ plants: [fern] });
    mock.plants.add({ id: 2, name: "Moss" });
    await expect(list("Plants")).toContainText(["Moss", "Fern"]);
  });

  it("are added as JSON", async () => {
    const { page, mock, button } = await openPage();
    await page.getByText("Add plants").click();
    const json = page.getByLabel("A plant, or an array of plants, as JSON");
    await json.fill('[{ "id": 9007199254740993, "name": "Aloe" }, { "id": 2, "name": "Moss" }]');
    await button("Add").click();
    await expect.poll(() => mock.plants.all().map(({ id }) => id)).toEqual([9007199254740993n, 2]);
  });

  it("are deleted by their exact id", async () => {
    const { mock, button } = await openPage({ plants: [fern, { id: 9007199254740993n, name: "Aloe" }] });
    await button("Delete plant 9007199254740993").click();
    await expect.poll(() => mock.plants.all().map(({ id }) => id)).toEqual([1]);
  });

  it("pass the focus on when one is deleted", async () => {
    const { button } = await openPage({ plants: [fern, { id: 2, name: "Moss" }] });
    await button("Delete plant 2").click();
    await expect(button("Delete plant 1")).toBeFocused();
  });
});

describe("the requests of the mock's page", () => {
  it("appear with their outcome, exact id and text", async () => {
    const { list, createPlant } = await openPage();
    await createPlant({ id: -9223372036854775808n, name: "<b>Moss</b>" });
    await expect(list("Requests")).toContainText([/200 created.*-9223372036854775808 <b>Moss<\/b>/]);
  });

  it.each([
    { fault: { fault: "connection", creates: true }, text: "connection plant created" },
    { fault: "connection", text: "connection no plant created" },
    { fault: { error: 1, message: "No room", status: 503 }, text: "error 1 no plant created No room" },
  ] as const)("say what a fault did: $text", async ({ fault, text }) => {
    const { mock, list, createPlant } = await openPage();
    mock.failNext(fault);
    await createPlant(fern).catch(() => {});
    await expect(list("Requests")).toContainText([text]);
  });

  it("don't say what a pending one created", async () => {
    const { mock, list, createPlant } = await openPage();
    mock.failNext("timeout");
    void createPlant(fern).catch(() => {});
    await expect(list("Requests")).toContainText([/pending.*timeout/]);
    await expect(list("Requests")).not.toContainText(["plant created"]);
  });

  async function openPageWithRequest() {
    const opened = await openPage();
    await opened.createPlant({ id: 9007199254740993n, name: "Fern" });
    return { ...opened, row: opened.request("9007199254740993 Fern") };
  }

  it("close by a second click, and open again", async () => {
    const { row, block } = await openPageWithRequest();
    await row.click();
    await block("Request body").waitFor();
    await row.click();
    await expect(block("Request body")).toBeHidden();
    await row.click();
    await expect(block("Request body")).toBeVisible();
  });

  it("open by keyboard", async () => {
    const { row, block } = await openPageWithRequest();
    await row.press("Enter");
    await expect(block("Request body")).toBeVisible();
  });

  it("stay open, with the focus, when they end", async () => {
    const { mock, list, createPlant, request, block } = await openPage();
    let respond = () => {};
    mock.failNext(
      () =>
        new Promise((resolve) => {
          respond = () => resolve(Response.json({ name: "Fern" }));
        }),
    );
    const created = createPlant(fern);
    await request("1 Fern").press("Enter");
    await block("Request body").waitFor();
    respond();
    await created;
    await expect(list("Requests")).toContainText([/200 fault/]);
    await expect(block("Response headers")).toContainText("Status 200");
    await expect(request("1 Fern")).toBeFocused();
  });

  it("show the whole request and its response", async () => {
    const { url, row, block } = await openPageWithRequest();
    await row.click();
    await expect(block("Request headers")).toContainText(`POST ${url}/plants\n`);
    await expect(block("Request headers")).toContainText("authorization: Bearer [redacted]\n");
    await expect(block("Request body")).toHaveText('{"id":9007199254740993,"name":"Fern"}');
    await expect(block("Response body")).toHaveText('{"name":"Fern"}');
  });

  it("are copied as curl", async () => {
    const { page, button, createPlant, request } = await openPage({}, CLIPBOARD);
    await createPlant({ id: 1, name: "O'Neil's fern" });
    await request("1 O'Neil's fern").click();
    await button("Copy as curl").click();
    await page.getByRole("status").getByText("Copied.").waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).toContain(`'{"id":1,"name":"O'\\''Neil'\\''s fern"}'`);
  });

  it("are shown as curl over plain HTTP, where browsers have no clipboard API", async () => {
    const { page, button, createPlant, request, block } = await openPage();
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await createPlant(fern);
    await request("1 Fern").click();
    await expect(block("Command").filter({ visible: true })).toContainText('{"id":1,"name":"Fern"}');
    await expect(button("Copy as curl").filter({ visible: true })).toHaveCount(0);
  });

  it("are copied with the address of the page, whatever address they were sent to", async () => {
    const { page, url, mock, button, request } = await openPage({}, CLIPBOARD);
    await mock.fetch("http://attacker.example/v1/plants", { method: "POST", body: "{}" });
    await request("POST /v1/plants").click();
    await button("Copy as curl").click();
    await page.getByRole("status").getByText("Copied.").waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).toContain(`curl --globoff ${url}/v1/plants `);
    expect(command).not.toContain("attacker");
  });

  it("aren't copied with a body that is cut", async () => {
    const { page, button, createPlant, request } = await openPage();
    await createPlant({ id: 2, name: "x".repeat(70_000) });
    await request("2 xxx").click();
    await page.getByText("This request can't be copied: its body isn't complete, printable text.").waitFor();
    await expect(button("Copy as curl")).toHaveCount(0);
  });
});

describe("the filter of the mock's page", () => {
  /** A request that created Fern, and one for Boston fern that failed because there was no room. */
  async function openPageWithTwoRequests() {
    const opened = await openPage();
    const { page, mock, list, createPlant } = opened;
    await createPlant(fern);
    mock.failNext({ error: 1, message: "No room" });
    await createPlant({ id: 2, name: "Boston fern" });
    await page.getByText("2 requests").waitFor();
    return { ...opened, titles: list("Requests").locator(".name"), filter: page.getByLabel("Filter requests") };
  }

  it.each([
    ["name", "boston"],
    ["reason", "no room"],
    ["outcome", "fault"],
  ])("finds requests by %s", async (_, text) => {
    const { titles, filter } = await openPageWithTwoRequests();
    await filter.fill(text);
    await expect(titles).toHaveText(["2 Boston fern"]);
  });

  it("counts the requests that match", async () => {
    const { page, filter } = await openPageWithTwoRequests();
    await filter.fill("boston");
    await page.getByText("1 of 2 requests").waitFor();
  });

  it("says that no request matches", async () => {
    const { page, filter } = await openPageWithTwoRequests();
    await filter.fill("ivy");
    await page.getByText("The filter matches none of the latest 2 requests.").waitFor();
  });

  it("says how many requests it searches", async () => {
    const { page, mock } = await openPage();
    for (let id = 0; id < 201; id++) {
      await mock.fetch("http://localhost/plants", { method: "POST", body: `{"id":${id}}` });
    }
    await page.getByText("200 of 201 requests").waitFor();
    await page.getByLabel("Filter requests").fill("fern");
    await page.getByText("The filter matches none of the latest 200 requests.").waitFor();
  });
});

describe("the faults of the mock's page", () => {
  it("are queued by keyboard", async () => {
    const { list, button } = await openPage();
    await button("connection").press("Space");
    await expect(list("Queued faults")).toContainText(["drops the connection without a response"]);
  });

  it("drop the connection of every plant", async () => {
    const { page, mock, list, button, createPlant } = await openPage();
    await page.getByText(/^Chromium repeats a request whose connection drops/).waitFor();
    await button("connection for every plant").press("Enter");
    await expect(list("Queued faults")).toContainText([/drops the connection.*for every plant, each time/]);
    for (const _ of [1, 2]) {
      await expect(createPlant(fern)).rejects.toThrow("failed");
    }
    expect(mock.plants.size).toBe(0);
  });

  it("create the plant first if the box is checked", async () => {
    const { page, list, button } = await openPage();
    await page.getByLabel("Create the plant first, then fail").press("Space");
    await button("error 503").press("Enter");
    await expect(list("Queued faults")).toContainText([/error 503.*“Service Unavailable”, after the plant is created/]);
  });

  it("are removed by keyboard", async () => {
    const { page, mock, button } = await openPage();
    mock.failNext("connection", "html");
    await button("Remove connection").press("Enter");
    await page.getByText("1 fault", { exact: true }).waitFor();
    await expect(button("Remove html")).toBeVisible();
  });

  it("disappear with the request that they were for", async () => {
    const { page, mock, createPlant } = await openPage();
    mock.failNext("html");
    await page.getByText("1 fault", { exact: true }).waitFor();
    await createPlant(fern).catch(() => {});
    await page.getByText("No faults queued.").waitFor();
  });
});

describe("a form of the mock's page with invalid input", () => {
  const INVALID_INPUTS = [
    { form: "Custom fault", text: '"conection"', submit: "Queue", problem: /unknown fault/ },
    { form: "Add plants", text: '{ "id": 1 }', submit: "Add", problem: /name is required/ },
  ] as const;

  async function submitInvalid({ form, text, submit }: (typeof INVALID_INPUTS)[number]) {
    const { page, button, expectedErrors } = await openPage();
    expectedErrors.push(/400 \(Bad Request\)/);
    const details = page.locator("details", { hasText: form });
    await details.locator("summary").click();
    const input = details.getByRole("textbox");
    await input.fill(text);
    await button(submit).click();
    await expect(input).toHaveAttribute("aria-invalid", "true");
    return { details, input, submit: button(submit) };
  }

  it.each(INVALID_INPUTS)("describes the input by its problem: $form", async (row) => {
    const { input } = await submitInvalid(row);
    await expect(input).toHaveAccessibleDescription(row.problem);
  });

  it("forgets the problem when the input changes", async () => {
    const { input } = await submitInvalid(INVALID_INPUTS[0]);
    await input.fill('"html"');
    await expect(input).toHaveAttribute("aria-invalid", "false");
    await expect(input).toHaveAccessibleDescription("");
  });

  it("has no problem after a success", async () => {
    const { input, submit } = await submitInvalid(INVALID_INPUTS[0]);
    await input.fill('"html"');
    await submit.click();
    await expect(input).toHaveAttribute("aria-invalid", "false");
    await expect(input).toHaveAccessibleDescription("");
  });
});

describe("the mock's page", () => {
  it("shows a curl command until there are requests", async () => {
    const { block, createPlant } = await openPage();
    await block("Command").waitFor();
    await createPlant(fern);
    await expect(block("Command")).toBeHidden();
  });

  it("resets the mock by keyboard", async () => {
    const { page, mock, button, createPlant } = await openPage({ plants: [fern] });
    await createPlant({ id: 2, name: "Moss" });
    await button("Reset").press("Enter");
    await page.getByText(/^No requests yet/).waitFor();
    expect(mock.plants.all()).toEqual([{ id: 1, name: "Fern" }]);
  });

  const isSnapshot = (url: string | URL) => String(url).includes("/__mock/page/snapshot");

  const setHidden = (page: Page, isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);

  it("asks for nothing while it is hidden, and then shows what it missed", async () => {
    const { page, asked, mock, list } = await openPage();
    await setHidden(page, true);
    await page.clock.runFor(1_000);
    const count = asked.length;
    mock.plants.add(fern);
    await page.clock.runFor(60_000);
    expect(asked).toHaveLength(count);
    await setHidden(page, false);
    await expect(list("Plants")).toContainText(["Fern"]);
  });

  it("sends one request at a time", async () => {
    const { page, asked } = await openPage();
    const held = page.waitForRequest((request) => isSnapshot(request.url()));
    await page.route(isSnapshot, () => {});
    await page.clock.runFor(1_000);
    await held;
    const count = asked.length;
    await page.clock.runFor(5_000);
    expect(asked).toHaveLength(count);
  });

  it("gives up a request that takes too long, and asks again", async () => {
    const { page, expectedErrors } = await openPage();
    expectedErrors.push(/net::ERR/);
    await page.route(isSnapshot, () => {});
    await page.evaluate(() => {
      AbortSignal.timeout = () => AbortSignal.abort();
    });
    await page.getByText("The mock doesn't respond.").waitFor();
    await page.unroute(isSnapshot);
    await page.evaluate(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    await page.getByRole("status").getByText("Live").waitFor();
  });

  it.each([401, 403])("stops when it is refused with %d, and asks again by its button", async (status) => {
    const { page, asked, button, expectedErrors } = await openPage();
    expectedErrors.push(/40[13] \(/);
    const json = { error: status, message: "Not for you." };
    await page.route(isSnapshot, (route) => route.fulfill({ status, json }));
    await page.getByRole("status").getByText("Not for you.").waitFor();
    await expect(page.getByRole("status").getByText(/^Refused\. Last update: \d\d:/)).toBeVisible();
    const count = asked.length;
    await page.clock.runFor(60_000);
    expect(asked).toHaveLength(count);
    await page.unroute(isSnapshot);
    await button("Try again").press("Enter");
    await page.getByRole("status").getByText("Live").waitFor();
    await expect(button("Try again")).toBeHidden();
    await expect(page.getByRole("link", { name: "Faults" })).toBeFocused();
  });

  it("marks what it shows as old after a proxy's error, and asks again", async () => {
    const { page, expectedErrors } = await openPage();
    expectedErrors.push(/502 \(Bad Gateway\)/);
    await page.route(isSnapshot, (route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }));
    await page.getByText("This address returned status 502.").waitFor();
    await page.getByText(/^Not connected. Last update: \d\d:/).waitFor();
    await expect(page.getByRole("main")).toHaveClass("old");
    await page.unroute(isSnapshot);
    await page.getByRole("status").getByText("Live").waitFor();
    await expect(page.getByRole("main")).toHaveClass("");
  });

  it("says what to do if its script doesn't load", async () => {
    const { url } = await mockServer();
    const { page, expectedErrors } = await visit(url);
    expectedErrors.push(/404 \(Not Found\)/);
    await page.route("**/__mock/page/dom.js", (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await expect(page.getByText("The script of this page didn't load.")).toBeVisible();
    expect(await findProblems(page)).toEqual([]);
  });

  it.each([
    ["with its slash", "/my/mock/"],
    ["without it", "/my/mock"],
  ])("shows the address of its proxy, opened %s", async (_, path) => {
    const server = await mockServer();
    const url = await proxied(server.url, "/my/mock", "");
    const { page } = await visit(new URL(path, url).href);
    await expect(page.getByText(`POST ${url}/plants`)).toBeVisible();
  });

  it.each([{}, { basePath: "/api" }])("shows its address in Express with the options %j", async (options) => {
    const url = await listening(createServer(express().use("/api", createMockMiddleware(options))));
    const { page } = await visit(`${url}/api`);
    await expect(page.getByText(`POST ${url}/api/plants`)).toBeVisible();
  });

  it("forgets a problem of the connection when it is live again", async () => {
    const { page, url, close, button, expectedErrors } = await openPage();
    expectedErrors.push(/net::ERR/);
    await close();
    await page.getByText(/^Not connected/).waitFor();
    await button("Reset").click();
    await page.getByText(/^The request failed/).waitFor();
    await mockServer({ port: Number(new URL(url).port) });
    await page.getByRole("status").getByText("Live").waitFor();
    await expect(page.getByText(/^The request failed/)).toBeHidden();
  });

  it("jumps to the faults from its first link", async () => {
    const { page, button } = await openPage();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Faults" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(button("Clear faults")).toBeFocused();
  });

  /** A page with everything that it can show: opened forms and the details of a request. */
  async function openEverything(contextOptions: BrowserContextOptions) {
    const opened = await openPage({ plants: manyPlants(30) }, contextOptions);
    const { page, mock, button, createPlant, request } = opened;
    await createPlant({ id: 9223372036854775807n, name: "Fern" });
    mock.failNext("html", "timeout", { error: 1, message: "Room".repeat(60) });
    await page.getByText("3 faults").waitFor();
    await request("9223372036854775807 Fern").click();
    await button("Copy as curl").waitFor();
    await page.getByText("Add plants").click();
    await page.getByText("Custom fault").click();
    return opened;
  }

  it.each(PAGE_SCREENS)("is accessible and fits the screen when it is empty: $screen", async ({ options }) => {
    const { page } = await openPage({}, options);
    await page.getByText("No plants yet.").waitFor();
    expect(await findProblems(page)).toEqual([]);
  });

  it.each(PAGE_SCREENS)("is accessible and fits the screen when it is full: $screen", async ({ options }) => {
    const { page } = await openEverything(options);
    expect(await findProblems(page)).toEqual([]);
  });

  it.each(PAGE_SCREENS)("has targets of at least 24 px: $screen", async ({ options }) => {
    const { page } = await openEverything(options);
    expect(await findSmallTargets(page)).toEqual([]);
  });
  it.each([
    ["laptop", LAPTOP],
    ["phone", PHONE],
  ])("scrolls only as a whole on a %s", async (_, options) => {
    const { page } = await openEverything(options);
    expect(await findScrolling(page)).toEqual([]);
  });

  it.each(["Plants", "Requests", "Faults"])("jumps to the %s on a phone", async (name) => {
    const { page } = await openEverything(PHONE);
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { name })).toBeInViewport();
  });
});
