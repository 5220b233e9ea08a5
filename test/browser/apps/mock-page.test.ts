import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { promisify } from "node:util";
import type { BrowserContextOptions, Page } from "@playwright/test";
import express from "express";
import { createPlantStoreClient } from "plant-store-sdk";
import type { PlantStoreMock } from "plant-store-sdk/mocks";
import { createMockMiddleware, type MockServerOptions } from "plant-store-sdk/mocks/server";
import { describe, it } from "vitest";
import { fern } from "../../support/fern.ts";
import { listening } from "../../support/listening.ts";
import { mockServer } from "../../support/mock-server.ts";
import { proxied } from "../../support/proxy.ts";
import { findProblems, findSmallTargets } from "./support/axe.ts";
import { expect, SCREENS, visit } from "./support/chromium.ts";

const NARROW = { screen: "320 px", options: { viewport: { width: 320, height: 640 } } } as const;
const SNAPSHOT = "**/__mock/page/snapshot";

const isLive = (page: Page) => page.getByRole("status").getByText("Live").waitFor();

async function openPage(serverOptions: MockServerOptions = {}, contextOptions: BrowserContextOptions = {}) {
  const server = await mockServer(serverOptions);
  const { createPlant } = createPlantStoreClient({ baseUrl: server.url, token: "any-token" });
  const visited = await visit(server.url, contextOptions);
  const { page } = visited;
  await isLive(page);
  return {
    ...server,
    ...visited,
    createPlant,
    list: (name: string) => page.getByRole("list", { name }).getByRole("listitem"),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
  };
}

describe("the mock's page", () => {
  it("shows requests, plants and faults, with exact ids", async () => {
    const { mock, createPlant, list } = await openPage();
    mock.failNext({ error: 17, message: "<b>No room</b>" });
    await createPlant({ id: -9223372036854775808n, name: "Moss" });
    await createPlant({ id: 9007199254740993n, name: "Fern", tag: "indoor" });
    mock.failWhen({ id: 13 }, "timeout");
    await expect(list("Requests")).toHaveText([
      /^\d\d:\d\d:\d\d 200 created 9007199254740993 Fern/,
      /400 fault -9223372036854775808 Moss error 17: <b>No room<\/b>/,
    ]);
    await expect(list("Plants")).toHaveText(["9007199254740993 Fern indoor"]);
    await expect(list("Faults")).toHaveText(['timeout {"fault":"timeout","when":{"id":13}}']);
  });

  it.each(["گیاه\u200Cها", "क्\u200Dष", "👩🏽\u200D🌾", "Boston  fern\n"])("shows a name as it is: %j", async (name) => {
    const { page, createPlant } = await openPage();
    await createPlant({ id: 1, name });
    const shown = page.locator("#plants .name");
    await expect(shown).toBeVisible();
    expect(await shown.evaluate((element) => [element.textContent, getComputedStyle(element).whiteSpace])).toEqual([
      name,
      "pre-wrap",
    ]);
  });

  it("shows the local time of a request", async () => {
    const { mock, createPlant, list } = await openPage({}, { timezoneId: "Asia/Kolkata" });
    await createPlant(fern);
    const [{ receivedAt } = { receivedAt: "" }] = mock.requests;
    const time = new Date(receivedAt).toLocaleTimeString("en-GB", { timeZone: "Asia/Kolkata" });
    await expect(list("Requests")).toHaveText([new RegExp(`^${time} 200 created`)]);
  });

  it("keeps the direction of a name out of the other fields", async () => {
    const { page, createPlant } = await openPage();
    await createPlant({ id: 123, name: "\u202Emreg", tag: "indoor" });
    const left = async (field: string) => (await page.locator(`#plants .${field}`).boundingBox())?.x ?? Number.NaN;
    await page.locator("#plants .tag").waitFor();
    expect(await left("id")).toBeLessThan(await left("name"));
    expect(await left("name")).toBeLessThan(await left("tag"));
  });

  it("shows a name in its own direction", async () => {
    const { page } = await openPage({ plants: [{ id: 1, name: "گیاه (Fern)" }] });
    await expect(page.locator("#plants .name")).toHaveCSS("direction", "rtl");
    await expect(page.locator("#plants .id")).toHaveCSS("direction", "ltr");
  });

  it("says that a name is empty, and not that one is missing", async () => {
    const { page, mock, createPlant } = await openPage({ plants: [{ id: 1, name: "" }] });
    await createPlant({ id: 2, name: "" });
    await mock.fetch("http://localhost/plants", { method: "POST" });
    await expect(page.locator("#requests .name")).toHaveCount(2);
    const notes = await page
      .locator(".name")
      .evaluateAll((names) => names.map((name) => getComputedStyle(name, "::before").content));
    expect(notes).toEqual(["none", '"(empty)"', '"(empty)"', '"(empty)"']);
  });

  it("says how to create a plant, until there are requests", async () => {
    const { page, url, createPlant } = await openPage();
    await expect(page.getByText(`curl '${url}/plants'`)).toBeVisible();
    await createPlant(fern);
    await expect(page.getByText("No requests yet.")).toBeHidden();
  });

  it("shows a command that creates a plant", async () => {
    const { page, mock } = await openPage();
    const command = await page.locator("#example").innerText();
    await promisify(execFile)("sh", ["-c", command]);
    expect(mock.plants.all()).toEqual([{ id: 1042, name: "Fern" }]);
  });

  it("queues and clears faults by keyboard", async () => {
    const { page, list, button } = await openPage();
    await button("html").press("Enter");
    await page.getByRole("textbox").fill('{ "when": { "id": 9007199254740993 }, "fault": 503 }');
    await button("Queue").press("Space");
    await expect(list("Faults")).toHaveText(["html", 'error 503 {"fault":503,"when":{"id":9007199254740993}}']);
    await button("Clear faults").press("Enter");
    await page.getByText("No faults queued.").waitFor();
  });

  it("says why a fault is invalid", async () => {
    const { page, button, expectedErrors } = await openPage();
    expectedErrors.push(/400 \(Bad Request\)/);
    await page.getByRole("textbox").fill("conection");
    await button("Queue").click();
    await page.getByRole("status").getByText("unknown fault conection, did you mean connection?").waitFor();
  });

  it("offers to drop every connection, since Chromium repeats a request", async () => {
    const { page, list, button } = await openPage();
    await button("connection").click();
    await page.getByText(/^Chromium repeats a request/).waitFor();
    await button('{ "when": {}, "fault": "connection" }').press("Enter");
    await expect(list("Faults")).toHaveText(["connection", 'connection {"fault":"connection","when":{}}']);
  });

  it.each<[isOffered: boolean, title: string, queue: (mock: PlantStoreMock) => void]>([
    [false, "there are no faults", () => {}],
    [false, "no connection is dropped", ({ failNext }) => failNext(503, "timeout")],
    [false, "every connection is dropped", ({ failWhen }) => failWhen({}, "connection")],
    [false, "the connections of an id are dropped", ({ failWhen }) => failWhen({ id: 13 }, "connection")],
    [true, "a connection is dropped late", ({ failNext }) => failNext(503, { fault: "connection", delayMs: 5 })],
  ])("offers that (%s) if %s", async (isOffered, _, queue) => {
    const { page, mock, list } = await openPage();
    queue(mock);
    mock.failNext("html");
    await expect(list("Faults").filter({ hasText: /^html/ })).toHaveCount(1);
    await expect(page.getByText(/^Chromium repeats a request/)).toBeVisible({ visible: isOffered });
  });

  it("shows the newest 200 of each list, and how many there are", async () => {
    const plants = Array.from({ length: 201 }, (_, index) => ({ id: index + 1, name: "Fern" }));
    const { page, mock, list } = await openPage({ plants });
    mock.failNext(...plants.map(() => "html" as const));
    for (const { id } of plants) {
      await mock.fetch(`http://localhost/plants?${id}`, { method: "POST" });
    }
    mock.failNext("timeout");
    await expect(page.locator("#plants .total")).toHaveText("200 of 201");
    await expect(page.locator("#requests .total")).toHaveText("200 of 201");
    await expect(page.locator("#faults .total")).toHaveText("1");
    await expect(list("Plants")).toHaveCount(200);
    await expect(list("Plants").first()).toHaveText("201 Fern");
  });

  it("keeps what the user has selected, until the list changes", async () => {
    const { page, asked, mock, list } = await openPage({ plants: [fern] });
    await page.locator("#plants .name").selectText();
    const selected = () => page.evaluate(() => String(getSelection()));
    const count = asked.length;
    await page.clock.runFor(3_000);
    await expect.poll(() => asked.length).toBeGreaterThan(count + 1);
    await isLive(page);
    expect(await selected()).toBe("Fern");
    mock.plants.clear();
    await page.clock.runFor(1_000);
    await expect(list("Plants")).toHaveCount(0);
    expect(await selected()).toBe("");
  });

  it("clears the requests, and resets the mock", async () => {
    const { page, mock, createPlant, list, button } = await openPage({ plants: [fern] });
    await createPlant({ id: 2, name: "Moss" });
    await expect(list("Plants")).toHaveText([/2 Moss/, /1 Fern/]);
    await button("Clear requests").press("Enter");
    await page.getByText("No requests yet.").waitFor();
    expect(mock.plants.size).toBe(2);
    await button("Reset").press("Enter");
    await expect(list("Plants")).toHaveText([/1 Fern/]);
  });
});

describe("the updates of the mock's page", () => {
  it("stop while the page is hidden", async () => {
    const { page, asked, mock, list } = await openPage();
    const setHidden = (isHidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { value, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, isHidden);
    await setHidden(true);
    await page.clock.runFor(1_000);
    const count = asked.length;
    mock.plants.add(fern);
    await page.clock.runFor(60_000);
    expect(asked).toHaveLength(count);
    await setHidden(false);
    await expect(list("Plants")).toHaveText([/Fern/]);
  });

  it("announce only what is new", async () => {
    const { page, asked } = await openPage();
    await page.evaluate(() => {
      const observer = new MutationObserver(() => document.body.setAttribute("data-announced", ""));
      observer.observe(document.querySelector("#connection") as Element, { childList: true, characterData: true });
    });
    const count = asked.length;
    await page.clock.runFor(3_000);
    await expect.poll(() => asked.length).toBeGreaterThan(count + 2);
    await expect(page.locator("body")).not.toHaveAttribute("data-announced");
  });

  it("wait for each other, up to a time limit", async () => {
    const { page, asked, expectedErrors } = await openPage();
    expectedErrors.push(/net::ERR/);
    await page.evaluate(() => {
      const controller = new AbortController();
      AbortSignal.timeout = () => controller.signal;
      addEventListener("offline", () => controller.abort());
    });
    const held = page.waitForRequest(SNAPSHOT);
    await page.route(SNAPSHOT, () => {});
    await page.clock.runFor(1_000);
    await held;
    const count = asked.length;
    await page.clock.runFor(60_000);
    expect(asked).toHaveLength(count);
    await page.evaluate(() => dispatchEvent(new Event("offline")));
    await page.getByText("The mock doesn’t respond. This page is out of date.").waitFor();
  });

  it.each([
    ["an error of a proxy", { status: 502, body: "<h1>Bad Gateway</h1>" }],
    ["an HTML page", { contentType: "text/html", body: "<h1>Sign in</h1>" }],
    ["malformed JSON", { contentType: "application/json", body: "{" }],
    ["JSON of another service", { json: { plants: [{ id: 1 }] } }],
    ["a row without its fields", { json: { faults: { rows: [null], total: 1 } } }],
    ["lists without totals", { json: { faults: { rows: [] }, requests: { rows: [] }, plants: { rows: [] } } }],
  ])("go on after %s, which marks the page as old", async (_, response) => {
    const { page, mock, list, expectedErrors } = await openPage({ plants: [fern] });
    expectedErrors.push(/502 \(Bad Gateway\)/);
    await page.route(SNAPSHOT, (route) => route.fulfill(response));
    await page.getByText(/^Unexpected response with status \d+. This page is out of date.$/).waitFor();
    await expect(page.locator("body")).toHaveClass("old");
    await expect(list("Plants")).toHaveText([/Fern/]);
    mock.plants.clear();
    await page.unroute(SNAPSHOT);
    await isLive(page);
    await expect(page.locator("body")).toHaveClass("");
    await expect(list("Plants")).toHaveCount(0);
  });

  it("stop when the mock refuses, until the user asks again", async () => {
    const { page, asked, button, expectedErrors } = await openPage();
    expectedErrors.push(/403 \(Forbidden\)/);
    await page.route(SNAPSHOT, (route) =>
      route.fulfill({ status: 403, json: { error: 403, message: "Not for you." } }),
    );
    await page.getByText("Not for you. This page is out of date.").waitFor();
    const count = asked.length;
    await page.clock.runFor(60_000);
    expect(asked).toHaveLength(count);
    await page.unroute(SNAPSHOT);
    await button("Try again").press("Enter");
    await isLive(page);
    await expect(button("Try again")).toBeHidden();
  });
});

describe("the mock's page below another path", () => {
  async function expectToWork(url: string, base: string) {
    const { page } = await visit(url);
    await expect(page.getByText(`curl '${base}/plants'`)).toBeVisible();
    await page.getByRole("button", { name: "html", exact: true }).click();
    await expect(page.getByRole("list", { name: "Faults" })).toHaveText("html");
  }

  it.each(["/my/mock/", "/my/mock?from=mail"])("works behind a proxy that strips the path: %s", async (path) => {
    const { url } = await mockServer();
    const base = await proxied(url, "/my/mock", "");
    await expectToWork(new URL(path, base).href, base);
  });

  it("works at the address of its base path, without a final slash", async () => {
    const url = await listening(createServer(createMockMiddleware({ basePath: "/mock" })));
    await expectToWork(`${url}/mock`, `${url}/mock`);
  });

  it("works with a user name and a password in its address, and doesn't show them", async () => {
    const { url } = await mockServer();
    await expectToWork(url.replace("://", "://ada:s3cret@"), url);
  });

  it("shows a command that a shell reads as one URL when a quote is in the path", async () => {
    const url = await listening(createServer(createMockMiddleware({ basePath: "/ada's" })));
    await expectToWork(`${url}/ada's/`, `${url}/ada%27s`);
  });

  it.each([{}, { basePath: "/api" }])("works behind a proxy that adds a path, with the options %j", async (options) => {
    const url = await listening(createServer(express().use("/api", createMockMiddleware(options))));
    const base = await proxied(url, "", "/api");
    await expectToWork(`${base}/`, base);
  });
});

describe.each([...SCREENS, NARROW])("the mock's page on a screen: $screen", ({ options }) => {
  it("is accessible and as wide as the screen when it is empty", async () => {
    const { page } = await openPage({}, options);
    expect(await findProblems(page)).toEqual([]);
  });

  it("is accessible and as wide as the screen when it is full", async () => {
    const { page, mock, createPlant, list } = await openPage({ plants: [{ id: 1, name: "Moss".repeat(60) }] }, options);
    await createPlant({ id: 9223372036854775807n, name: "Fern" });
    mock.failNext({ error: 1, message: "Room".repeat(60) });
    await createPlant({ id: -9223372036854775808n, name: "Fern", tag: "indoor" });
    mock.failNext("connection", { error: 1, message: "Room".repeat(60) });
    await expect(list("Faults")).toHaveCount(2);
    expect(await findProblems(page)).toEqual([]);
    expect(await findSmallTargets(page)).toEqual([]);
  });
});
