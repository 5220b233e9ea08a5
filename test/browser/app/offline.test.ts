import type { Page } from "playwright-core";
import { expect, inject, it, onTestFinished } from "vitest";
import { useChromium } from "./support/chromium.ts";
import { startCountingServer } from "./support/counting-server.ts";
import { withMock } from "./support/modes.ts";

const { visit } = useChromium();

async function elsewhere() {
  const server = await startCountingServer();
  onTestFinished(() => server.close());
  return server;
}

const fetchFrom = (page: Page, url: string, method = "GET") =>
  page.evaluate(
    async ([url, method]) => {
      const response = await fetch(url, { method, headers: { authorization: "Bearer secret" } });
      return { status: response.status, text: await response.text() };
    },
    [url, method] as const,
  );

it.each([
  ["GET", "/"],
  ["GET", "/data.json"],
  ["GET", "/picture.png"],
  ["GET", "/script.js"],
  ["POST", "/v1/plants"],
])("blocks a request without a handler: %s %s", async (method, path) => {
  const server = await elsewhere();
  const { page, expectedErrors, expectedHosts } = await withMock.open(visit);
  expectedHosts.push(new URL(server.url).host);
  expectedErrors.push(expect.stringMatching(/^Offline: no handler matches/), expect.stringContaining("500"));
  const response = await fetchFrom(page, `${server.url}${path}`, method);
  expect(response.status).toBe(500);
  expect(response.text).toContain(`no handler matches ${method} ${server.url}${path}, so it was not sent`);
  expect(server.connections).toBe(0);
});

it("blocks images from other origins", async () => {
  const server = await elsewhere();
  const { page, expectedErrors, expectedHosts } = await withMock.open(visit);
  expectedHosts.push(new URL(server.url).host);
  expectedErrors.push(expect.stringMatching(/^Offline: no handler matches/), expect.stringContaining("500"));
  const outcome = await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const image = new Image();
        image.onload = () => resolve("loaded");
        image.onerror = () => resolve("failed");
        image.src = src;
      }),
    `${server.url}/picture.png`,
  );
  expect([outcome, server.connections]).toEqual(["failed", 0]);
});

it("lets the page load its own files, before and after a reload", async () => {
  const { page } = await withMock.open(visit);
  await page.reload();
  await page.locator("[data-service=ready]").waitFor();
  const script = await page.locator("script[type=module]").getAttribute("src");
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  expect((await fetchFrom(page, new URL(script ?? "", page.url()).href)).status).toBe(200);
});

it("counts a request that is sent: the same one, from a page without the worker", async () => {
  const server = await elsewhere();
  const { page, expectedHosts } = await visit(inject("appWithService"));
  expectedHosts.push(new URL(server.url).host);
  const text = await page.evaluate(async (url) => (await fetch(url)).text(), `${server.url}/data.json`);
  expect([text, server.connections]).toEqual(["here", 1]);
});
