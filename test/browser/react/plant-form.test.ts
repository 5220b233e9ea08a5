import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type MockServer, startMockServer } from "plant-store-sdk/mocks/server";
import type { BrowserContextOptions, Page } from "playwright-core";
import { createServer } from "vite";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { buildApp, rebuildApp, serveApp } from "../../../scripts/example-apps.ts";
import { violations } from "../app/support/axe.ts";
import { useChromium } from "../app/support/chromium.ts";
import { fill } from "../app/support/fill.ts";

const { visit } = useChromium();

let service: MockServer;
let offlineApp: string;
let serviceApp: string;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-react-"));
  ends.push(() => rmSync(folder, { recursive: true }));
  service = await startMockServer();
  ends.push(() => service.close());
  const serve = async (name: string) => {
    const { url, close } = await serveApp("react", join(folder, name), 0);
    ends.push(close);
    return url;
  };
  buildApp("react", join(folder, "offline"));
  rebuildApp("react", join(folder, "service"), `${service.url}/v1`);
  offlineApp = await serve("offline");
  serviceApp = await serve("service");
});

afterEach(() => service.mock.reset());

afterAll(() => Promise.all(ends.map((end) => end())));

const openOffline = (options?: BrowserContextOptions) => visit(offlineApp, options);

async function openWithService() {
  const opened = await visit(serviceApp);
  opened.expectedHosts.push(new URL(service.url).host);
  return opened;
}

const fillPlant = (page: Page, plant: Parameters<typeof fill>[1]) => fill(page, { name: "Aloe vera", ...plant });

const button = (page: Page) => page.getByRole("button");

function holdNextResponse(): () => void {
  let respond = () => {};
  const response = new Promise<Response>((resolve) => {
    respond = () => resolve(Response.json({ name: "Aloe vera" }));
  });
  service.mock.failNext(() => response);
  return respond;
}

describe("the React example with the mock in the page", () => {
  it("creates a plant and sends and shows its exact id", async () => {
    const { page, posted } = await openOffline();
    await fillPlant(page, { id: "9007199254740993", tag: "succulent" });
    await button(page).click();
    await page.getByRole("status").getByText("Created Aloe vera, with the id 9007199254740993.").waitFor();
    expect(posted).toEqual(['{"id":9007199254740993,"name":"Aloe vera","tag":"succulent"}']);
    expect(await page.getByLabel("Id").inputValue()).toBe("");
    expect(await page.getByRole("alert").innerText()).toBe("");
  });

  it("sends no tag when the field is empty", async () => {
    const { page, posted } = await openOffline();
    await fillPlant(page, { id: "-7" });
    await button(page).click();
    await page.getByRole("status").getByText("Created").waitFor();
    expect(posted).toEqual(['{"id":-7,"name":"Aloe vera"}']);
  });

  it("shows the service's Error, keeps the input, and clears the Error when the form is sent again", async () => {
    const { page, expectedErrors } = await openOffline();
    expectedErrors.push(expect.stringMatching(/^Failed to load resource: .* 400/));
    await fillPlant(page, { id: "1" });
    await button(page).click();
    await page.getByRole("status").getByText("Created").waitFor();
    await fillPlant(page, { id: "1", name: "Fern" });
    await button(page).click();
    await page.getByRole("alert").getByText("The service refused the plant: The id 1 is in use").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Fern");
    expect(await page.getByRole("status").innerText()).toBe("");
    await page.getByLabel("Id").fill("2");
    await button(page).click();
    await page.getByRole("status").getByText("Created Fern, with the id 2.").waitFor();
    expect(await page.getByRole("alert").innerText()).toBe("");
  });

  it.each([
    { id: "a dozen", message: "Use digits only, without leading zeros" },
    { id: "1.5", message: "Use digits only, without leading zeros" },
    { id: "9223372036854775808", message: "Enter an id from -9223372036854775808 to 9223372036854775807" },
  ])("shows what is wrong with the id $id beside its field, focuses it and sends nothing", async ({ id, message }) => {
    const { page, posted } = await openOffline();
    await fillPlant(page, { id });
    await button(page).click();
    const issue = page.getByText(message);
    await issue.waitFor();
    const input = page.getByLabel("Id");
    expect(await input.getAttribute("aria-invalid")).toBe("true");
    expect((await input.getAttribute("aria-describedby"))?.split(" ")).toContain(await issue.getAttribute("id"));
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.getByLabel("Name").getAttribute("aria-invalid")).toBe("false");
    expect(posted).toEqual([]);
  });

  it("asks for required fields that are empty and sends nothing", async () => {
    const { page, posted } = await openOffline();
    await button(page).click();
    await page.getByText("Enter an id").waitFor();
    await page.getByText("Enter a name").waitFor();
    expect(await page.getByLabel("Tag").getAttribute("aria-invalid")).toBe("false");
    expect(posted).toEqual([]);
  });

  it.each(["light", "dark"] as const)("has no axe violation in any state: %s", async (scheme) => {
    const { page, expectedErrors } = await openOffline({ colorScheme: scheme });
    expectedErrors.push(expect.stringMatching(/^Failed to load resource: .* 400/));
    await button(page).waitFor();
    expect(await violations(page)).toEqual([]);
    await button(page).click();
    await page.getByText("Enter an id").waitFor();
    expect(await violations(page)).toEqual([]);
    await fillPlant(page, { id: "1" });
    await button(page).click();
    await page.getByRole("status").getByText("Created").waitFor();
    expect(await violations(page)).toEqual([]);
    await fillPlant(page, { id: "1" });
    await button(page).click();
    await page.getByRole("alert").getByText("in use").waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

describe("the React example with a service at another origin", () => {
  it("doesn't load the mock", async () => {
    const { page } = await openWithService();
    await button(page).waitFor();
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(loaded.filter((url) => /mock/i.test(url))).toEqual([]);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  });

  it("shows that it waits, and ignores further clicks until the response arrives", async () => {
    const { page, posted } = await openWithService();
    const respond = holdNextResponse();
    await fillPlant(page, { id: "9007199254740993" });
    await button(page).click();
    await page.getByRole("button", { name: "Creating …", disabled: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    // click() would wait until the button is enabled.
    await button(page).dispatchEvent("click");
    await page.getByLabel("Name").press("Enter");
    respond();
    await page.getByRole("status").getByText("Created Aloe vera").waitFor();
    await page.getByRole("button", { name: "Create", exact: true, disabled: false }).waitFor();
    expect(posted).toEqual(['{"id":9007199254740993,"name":"Aloe vera"}']);
    expect(service.mock.requests).toHaveLength(1);
  });

  it("sends once when two clicks come at the same time", async () => {
    const { page, posted } = await openWithService();
    await fillPlant(page, { id: "1" });
    await button(page).evaluate((element: HTMLButtonElement) => {
      element.click();
      element.click();
    });
    await page.getByRole("status").getByText("Created").waitFor();
    expect(posted).toHaveLength(1);
    expect(service.mock.plants.size).toBe(1);
  });

  it("shows that the plant wasn't created when the token is invalid", async () => {
    const { page, posted } = await openWithService();
    await page.evaluate(() => sessionStorage.setItem("access-token", "two\nlines"));
    await fillPlant(page, { id: "1" });
    await button(page).click();
    await page
      .getByRole("alert")
      .getByText("The plant wasn't created. The token function returned an invalid token")
      .waitFor();
    expect(posted).toEqual([]);
  });

  it("shows that the plant may exist when the response is not from the service", async () => {
    const { page, expectedErrors } = await openWithService();
    expectedErrors.push(expect.stringMatching(/^Failed to load resource: .* 502/));
    service.mock.failNext("html");
    await fillPlant(page, { id: "1" });
    await button(page).click();
    await page.getByRole("alert").getByText("The plant may have been created.").waitFor();
    expect(await page.getByLabel("Id").inputValue()).toBe("1");
  });
});

describe("the React example in development", () => {
  it("creates a plant in the mock of the dev server, whose page shows it", async () => {
    const root = fileURLToPath(new URL("../../../examples/react", import.meta.url));
    const vite = await createServer({ root, server: { port: 0 }, logLevel: "error" });
    onTestFinished(() => vite.close());
    await vite.listen();
    const url = vite.resolvedUrls?.local[0] ?? "";
    const { page } = await visit(url);
    const mock = await visit(`${url}v1`);
    await fillPlant(page, { id: "9007199254740993" });
    await button(page).click();
    await page.getByRole("status").getByText("Created Aloe vera").waitFor();
    await mock.page.getByRole("list", { name: "Plants" }).getByText("9007199254740993").waitFor();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  });
});
