/**
 * Writes the images in docs/images of the browser example and the mock server's page, in light and dark. The example also
 * gets images at the width of a phone.
 *
 *   npm run build && npm ci --prefix examples/browser && npx tsx scripts/browser-images.ts
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createPlantStoreClient } from "plant-store-sdk";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { type Page, chromium as playwright } from "playwright-core";
import { fill } from "../test/browser/app/support/fill.ts";
import { chromium } from "./chromium.ts";
import { buildApp, serveApp } from "./example-apps.ts";

const MAX_KILOBYTES = 150;

const PLANTS = [
  { id: 1043n, name: "Boston fern", tag: "indoor" },
  { id: 9_007_199_254_740_992n, name: "Snake plant" },
  { id: 9_007_199_254_740_991n, name: "Saguaro", tag: "cactus" },
  { id: 9_007_199_254_740_990n, name: "Monstera deliciosa", tag: "tropical" },
];

const images = fileURLToPath(new URL("../docs/images", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plant-store-images-"));
buildApp("browser", folder);
const app = await serveApp("browser", folder, 0);
const browser = await playwright.launch(chromium);

async function write(page: Page, name: string): Promise<void> {
  const path = join(images, `${name}.png`);
  await page.screenshot({ path });
  const kilobytes = statSync(path).size / 1_000;
  console.log(`${name}.png ${kilobytes.toFixed(0)} kB`);
  if (kilobytes > MAX_KILOBYTES) {
    throw new Error(`${name}.png has more than ${MAX_KILOBYTES} kB.`);
  }
}

async function showApp(page: Page): Promise<void> {
  await page.goto(app.url);
  await page.locator("[data-service=ready]").waitFor();
  for (const { id, ...plant } of PLANTS) {
    await fill(page, { ...plant, id: String(id) });
    await page.getByRole("button", { name: "Create plant" }).click();
    await page.getByRole("status").getByText(`Created ${plant.name}`).waitFor();
  }
  await fill(page, { name: "Aloe vera", tag: "succulent", id: "9007199254740993" });
}

async function writeMockPage(page: Page, name: string): Promise<void> {
  const { mock, url, session, close } = await startMockServer({ port: 4010, token: "my-access-token" });
  const baseUrl = `${url}/v1`;
  const { createPlant } = createPlantStoreClient({ baseUrl, token: "my-access-token" });
  const expired = createPlantStoreClient({ baseUrl, token: "expired-token" });
  try {
    for (const { id, ...plant } of PLANTS) {
      await createPlant({ ...plant, id });
    }
    mock.failNext({ error: 17, message: "No room for another plant", status: 503 });
    await createPlant({ id: 1044, name: "Ficus lyrata" });
    await expired.createPlant({ id: 1045, name: "Aloe vera", tag: "succulent" });
    mock.failNext("connection");
    mock.failWhen({ id: 13n }, "timeout", { times: 2 });
    session("checkout");
    await page.goto(url);
    await page.getByRole("button", { name: "1043 Boston fern" }).click();
    await page.getByRole("button", { name: "Copy as curl" }).waitFor();
    await write(page, name);
  } finally {
    mock.reset();
    await close();
  }
}

try {
  for (const colorScheme of ["light", "dark"] as const) {
    const mockPage = await browser.newPage({ colorScheme, viewport: { width: 1120, height: 550 } });
    await writeMockPage(mockPage, `mock-page-${colorScheme}`);
    await mockPage.close();
    for (const [suffix, viewport] of [
      ["", { width: 1200, height: 800 }],
      ["-phone", { width: 375, height: 1320 }],
    ] as const) {
      const page = await browser.newPage({ colorScheme, reducedMotion: "reduce", viewport });
      await showApp(page);
      await write(page, `browser-app-${colorScheme}${suffix}`);
      await page.close();
    }
  }
} finally {
  await browser.close();
  await app.close();
  rmSync(folder, { recursive: true });
}
