/** Writes the images in docs/images: `npm run build && npx tsx scripts/browser-images.ts`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createPlantStoreClient } from "plant-store-sdk";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { type Page, chromium as playwright } from "playwright-core";
import { fill, send } from "../test/browser/app/support/plant-form.ts";
import { chromium } from "./chromium.ts";
import { buildApp, serveApp } from "./example-apps.ts";

const PLANTS = [
  { id: 1043n, name: "Boston fern", tag: "indoor" },
  { id: 9_007_199_254_740_992n, name: "Snake plant" },
  { id: 9_007_199_254_740_991n, name: "Saguaro", tag: "cactus" },
  { id: 9_007_199_254_740_990n, name: "Monstera deliciosa", tag: "tropical" },
];

async function showApp(page: Page): Promise<void> {
  await page.goto(app.url);
  await page.locator("[data-service=ready]").waitFor();
  for (const { id, ...plant } of PLANTS) {
    await send(page, { ...plant, id: String(id) });
    await page.getByRole("status").getByText(`Created ${plant.name}`).waitFor();
  }
  await fill(page, { name: "Aloe vera", tag: "succulent", id: "9007199254740993" });
}

async function showMock(page: Page): Promise<void> {
  mock.reset();
  const { createPlant } = createPlantStoreClient({ baseUrl: `${url}/v1`, token });
  const expired = createPlantStoreClient({ baseUrl: `${url}/v1`, token: "expired-token" });
  for (const plant of PLANTS) {
    await createPlant(plant);
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
}

const token = "my-access-token";
const { mock, url, session } = await startMockServer({ port: 4010, token });
const folder = mkdtempSync(join(tmpdir(), "plant-store-images-"));
buildApp("browser", folder);
const app = await serveApp("browser", folder, 0);
const browser = await playwright.launch(chromium);
for (const colorScheme of ["light", "dark"] as const) {
  for (const [name, width, height, show] of [
    ["mock-page", 1200, 720, showMock],
    ["browser-app", 1200, 800, showApp],
  ] as const) {
    const page = await browser.newPage({ colorScheme, reducedMotion: "reduce", viewport: { width, height } });
    await show(page);
    await page.screenshot({
      path: fileURLToPath(new URL(`../docs/images/${name}-${colorScheme}.png`, import.meta.url)),
    });
    await page.close();
  }
}
rmSync(folder, { recursive: true });
process.exit();
