import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import express from "express";
import type { MockAppOptions } from "plant-store-sdk/mocks/app";
import { createMockMiddleware } from "plant-store-sdk/mocks/server";
import { describe, it } from "vitest";
import { listening } from "../../support/listening.ts";
import { expect, visit } from "./support/chromium.ts";

const OTHER_SITE = "https://app.example.com/";

/** Opens an app that mounts the mock, and that keeps something in each storage of its origin. */
async function openApp(options: MockAppOptions = {}) {
  const { mock, ...app } = mountedApp(options);
  const url = await listening(createServer(app.listener));
  const visited = await visit(url);
  visited.expectedErrors.push(/blocked by CORS policy/, /net::ERR/, /status of [45]\d\d/);
  await visited.page.evaluate(async () => {
    localStorage.setItem("draft", "Fern");
    // biome-ignore lint/suspicious/noDocumentCookie: Chromium has no other way over plain HTTP.
    document.cookie = "session=1";
    indexedDB.open("drafts");
    await navigator.serviceWorker.register("/worker.js");
    await navigator.serviceWorker.ready;
  });
  return { ...visited, url, mock };
}

function mountedApp(options: MockAppOptions) {
  const middleware = createMockMiddleware(options);
  const listener = express().use("/mock", middleware);
  listener.get("/worker.js", (_, response) => void response.type("js").send(""));
  listener.get("/", (_, response) => void response.send("<!doctype html><title>App</title>"));
  return { mock: middleware.mock, listener };
}

const readStorages = (page: Page) =>
  page.evaluate(async () => ({
    storage: localStorage.getItem("draft"),
    cookies: document.cookie,
    databases: (await indexedDB.databases()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));

/** Sends a request to the mock from a page, and returns the status if the page may read the response. */
const send = (page: Page, url: string, headers: Record<string, string>, credentials: RequestCredentials) =>
  page.evaluate(
    async ([address, headers, mode]) => {
      const init = { method: "POST", headers, credentials: mode, body: "{}" };
      return fetch(address, init).then(
        ({ status }) => status,
        () => "failed",
      );
    },
    [`${url}/mock/plants`, headers, credentials] as const,
  );

const CREDENTIALS = { Authorization: "Bearer any-token", "Content-Type": "application/json" };
const FAULT = { "X-Mock-Fault": "503" };

/** Opens an app with the mock, and beside it a page of another site. */
async function openOtherSite(options: MockAppOptions = {}, site = OTHER_SITE) {
  const app = await openApp(options);
  app.expectedHosts.push(new URL(site).host);
  // Chromium asks the user whether a public page may send requests to this machine.
  await app.page.context().grantPermissions(["local-network-access"]);
  const other = await app.page.context().newPage();
  await other.route(site, (route) => route.fulfill({ contentType: "text/html", body: "<title>Other</title>" }));
  await other.goto(site);
  // While it intercepts requests, Playwright answers preflights itself.
  await other.unroute(site);
  return { ...app, other };
}

describe("a page of another site", () => {
  it("may send requests without credentials only", async () => {
    const { other, url, mock } = await openOtherSite();
    expect(await send(other, url, CREDENTIALS, "omit")).toBe(400);
    expect(await send(other, url, CREDENTIALS, "include")).toBe("failed");
    expect(mock.requests).toHaveLength(1);
  });

  it.each(["omit", "include"] as const)("sends no X-Mock-Fault: %s", async (credentials) => {
    const { other, url, mock } = await openOtherSite();
    expect(await send(other, url, CREDENTIALS, "omit")).toBe(400);
    expect(await send(other, url, { ...CREDENTIALS, ...FAULT }, credentials)).toBe("failed");
    expect(mock.requests).toHaveLength(1);
  });

  it.each(["omit", "include"] as const)("changes no storage of the mock's origin: %s", async (credentials) => {
    const { page, other, url } = await openOtherSite();
    for (const [name, value] of [
      ["Clear-Site-Data", '"*"'],
      ["Set-Cookie", "session=2"],
      ["Access-Control-Allow-Credentials", "true"],
    ] as const) {
      const fault = JSON.stringify({ status: 503, headers: { [name]: value } });
      await send(other, url, { "X-Mock-Fault": fault }, credentials);
    }
    expect(await readStorages(page)).toEqual({ storage: "Fern", cookies: "session=1", databases: 1, workers: 1 });
  });
});

describe("X-Mock-Fault", () => {
  it("can be sent by a page of this machine at another port", async () => {
    const page = await listening(createServer((_, response) => response.end()));
    const { other, url } = await openOtherSite({}, `${page}/`);
    expect(await send(other, url, FAULT, "include")).toBe(503);
    await other.setExtraHTTPHeaders(FAULT);
    expect(await send(other, url, CREDENTIALS, "omit")).toBe(503);
  });

  it("can be sent by a page of controlHosts", async () => {
    const { other, url } = await openOtherSite({ controlHosts: [new URL(OTHER_SITE).host] });
    expect(await send(other, url, FAULT, "include")).toBe(503);
  });
});
