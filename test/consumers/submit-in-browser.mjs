/** Submits the form of a recipe in Chromium: with a double click, and while the server can't be reached. */
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

export async function submitInBrowser(app) {
  const control = `${app}/mock/__mock`;
  await fetch(`${control}/reset`, { method: "POST" });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    // Vite reloads the first page when it has found what to bundle.
    await page.goto(app, { waitUntil: "networkidle" });
    await page.goto(app, { waitUntil: "networkidle" });

    await fetch(`${control}/faults`, { method: "POST", body: '{"when":{},"fault":{"delayMs":500,"creates":true}}' });
    await fill(page);
    await page.getByRole("button", { name: "Create" }).dblclick({ force: true });
    await page.getByText("Created Fern.").waitFor();
    assert.equal((await (await fetch(`${control}/requests`)).json()).length, 1);

    await page.route(
      ({ pathname }) => !pathname.startsWith("/mock"),
      (route) => (route.request().method() === "POST" ? route.abort() : route.continue()),
    );
    await fill(page);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("may have been created").waitFor();
  } finally {
    await browser.close();
    await fetch(`${control}/reset`, { method: "POST" });
  }
}

async function fill(page) {
  await page.locator("[name=id]").fill("9007199254740993");
  await page.locator("[name=name]").fill("Fern");
}
