import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MockServer, startMockServer } from "plant-store-sdk/mocks/server";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildApp, serveApp } from "../../../scripts/browser-app.ts";
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
  const serve = async (name: string, plantStoreUrl?: string) => {
    buildApp("react", join(folder, name), plantStoreUrl);
    const { url, close } = await serveApp("react", join(folder, name), 0);
    ends.push(close);
    return url;
  };
  offlineApp = await serve("offline");
  serviceApp = await serve("service", `${service.url}/v1`);
});

afterEach(() => service.mock.reset());

afterAll(() => Promise.all(ends.map((end) => end())));

/** Opens the app with the mock in the page, where it may ask no other host. */
const openOffline = (options?: BrowserContextOptions) => visit(offlineApp, options);

/** Opens the app of the service, which is at another origin. */
async function openOfService() {
  const opened = await visit(serviceApp);
  opened.expectedHosts.push(new URL(service.url).host);
  return opened;
}

/** Fills the form with an aloe vera, or what is given of another plant. */
const fillPlant = (page: Page, plant: Parameters<typeof fill>[1]) => fill(page, { name: "Aloe vera", ...plant });

const button = (page: Page) => page.getByRole("button");

/** Lets the service keep its next answer until it is told to give it. */
function holdNextAnswer(): () => void {
  let give = () => {};
  const answer = new Promise<Response>((resolve) => {
    give = () => resolve(Response.json({ name: "Aloe vera" }));
  });
  service.mock.failNext(() => answer);
  return give;
}

describe("the React example with the mock in the page", () => {
  it("creates a plant, with its id to the digit on the wire and on the page", async () => {
    const { page, posted } = await openOffline();
    await fillPlant(page, { id: "9007199254740993", tag: "succulent" });
    await button(page).click();
    await page.getByRole("status").getByText("Created Aloe vera, with the id 9007199254740993.").waitFor();
    expect(posted).toEqual(['{"id":9007199254740993,"name":"Aloe vera","tag":"succulent"}']);
    expect(await page.getByLabel("Id").inputValue()).toBe("");
    expect(await page.getByRole("alert").innerText()).toBe("");
  });

  it("sends no tag where none is written", async () => {
    const { page, posted } = await openOffline();
    await fillPlant(page, { id: "-7" });
    await button(page).click();
    await page.getByRole("status").getByText("Created").waitFor();
    expect(posted).toEqual(['{"id":-7,"name":"Aloe vera"}']);
  });

  it("shows the service's Error, keeps what was written, and forgets the Error when it is sent again", async () => {
    const { page, expectedErrors } = await openOffline();
    expectedErrors.push(expect.stringMatching(/^Failed to load resource: .* 400/));
    await fillPlant(page, { id: "1" });
    await button(page).click();
    await page.getByRole("status").getByText("Created").waitFor();
    await fillPlant(page, { id: "1", name: "Fern" });
    await button(page).click();
    await page.getByRole("alert").getByText("The service refused it: The id 1 is in use").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Fern");
    expect(await page.getByRole("status").innerText()).toBe("");
    await page.getByLabel("Id").fill("2");
    await button(page).click();
    await page.getByRole("status").getByText("Created Fern, with the id 2.").waitFor();
    expect(await page.getByRole("alert").innerText()).toBe("");
  });

  it.each(["a dozen", "1.5", "9223372036854775808"])(
    "says beside the field what is wrong with the id %j, goes to it, and sends nothing",
    async (id) => {
      const { page, posted } = await openOffline();
      await fillPlant(page, { id });
      await button(page).click();
      const issue = page.getByText("id must be an integer from -9223372036854775808 to 9223372036854775807");
      await issue.waitFor();
      const input = page.getByLabel("Id");
      expect(await input.getAttribute("aria-invalid")).toBe("true");
      expect((await input.getAttribute("aria-describedby"))?.split(" ")).toContain(await issue.getAttribute("id"));
      expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await page.getByLabel("Name").getAttribute("aria-invalid")).toBe("false");
      expect(posted).toEqual([]);
    },
  );

  it("asks for the fields that it needs where they are empty, and sends nothing", async () => {
    const { page, posted } = await openOffline();
    await button(page).click();
    await page.getByText("id is required").waitFor();
    await page.getByText("name is required").waitFor();
    expect(await page.getByLabel("Tag").getAttribute("aria-invalid")).toBe("false");
    expect(posted).toEqual([]);
  });

  it.each(["light", "dark"] as const)(
    "is accessible in all its states, as far as axe-core sees: %s",
    async (scheme) => {
      const { page, expectedErrors } = await openOffline({ colorScheme: scheme });
      expectedErrors.push(expect.stringMatching(/^Failed to load resource: .* 400/));
      await button(page).waitFor();
      expect(await violations(page)).toEqual([]);
      await button(page).click();
      await page.getByText("id is required").waitFor();
      expect(await violations(page)).toEqual([]);
      await fillPlant(page, { id: "1" });
      await button(page).click();
      await page.getByRole("status").getByText("Created").waitFor();
      expect(await violations(page)).toEqual([]);
      await fillPlant(page, { id: "1" });
      await button(page).click();
      await page.getByRole("alert").getByText("in use").waitFor();
      expect(await violations(page)).toEqual([]);
    },
  );
});

describe("the React example with a service at another origin", () => {
  it("loads nothing of the mock", async () => {
    const { page } = await openOfService();
    await button(page).waitFor();
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(loaded.filter((url) => /mock/i.test(url))).toEqual([]);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  });

  it("says that it waits, and sends once what is sent again meanwhile", async () => {
    const { page, posted } = await openOfService();
    const giveAnswer = holdNextAnswer();
    await fillPlant(page, { id: "9007199254740993" });
    await button(page).click();
    await page.getByRole("button", { name: "Creating …", disabled: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    // By hand, since Playwright would wait until the button takes clicks again.
    await button(page).dispatchEvent("click");
    await page.getByLabel("Name").press("Enter");
    giveAnswer();
    await page.getByRole("status").getByText("Created Aloe vera").waitFor();
    await page.getByRole("button", { name: "Create", exact: true, disabled: false }).waitFor();
    expect(posted).toEqual(['{"id":9007199254740993,"name":"Aloe vera"}']);
    expect(service.mock.requests).toHaveLength(1);
  });

  it("sends once what two clicks at one moment send", async () => {
    const { page, posted } = await openOfService();
    await fillPlant(page, { id: "1" });
    await button(page).evaluate((element: HTMLButtonElement) => {
      element.click();
      element.click();
    });
    await page.getByRole("status").getByText("Created").waitFor();
    expect(posted).toHaveLength(1);
    expect(service.mock.plants.size).toBe(1);
  });

  it("says that nothing was sent where there is no token to send", async () => {
    const { page, posted } = await openOfService();
    await page.evaluate(() => sessionStorage.setItem("access-token", "two\nlines"));
    await fillPlant(page, { id: "1" });
    await button(page).click();
    await page.getByRole("alert").getByText("Nothing was sent. The token function must give").waitFor();
    expect(posted).toEqual([]);
  });

  it("says that it does not know where the answer tells nothing", async () => {
    const { page, expectedErrors } = await openOfService();
    expectedErrors.push(expect.stringMatching(/^Failed to load resource: .* 502/));
    service.mock.failNext("html");
    await fillPlant(page, { id: "1" });
    await button(page).click();
    await page.getByRole("alert").getByText("It may or may not have been created.").waitFor();
    expect(await page.getByLabel("Id").inputValue()).toBe("1");
  });
});
