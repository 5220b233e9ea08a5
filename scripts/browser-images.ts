/** Writes the images in docs/images: `npm run build && npx tsx scripts/browser-images.ts`. */
import { fileURLToPath } from "node:url";
import { createPlantStoreClient } from "plant-store-sdk";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { type Page, chromium as playwright } from "playwright-core";
import { chromium } from "./chromium.ts";

const PLANTS = [
  { id: 1043n, name: "Boston fern", tag: "indoor" },
  { id: 9_007_199_254_740_992n, name: "Snake plant" },
  { id: 9_007_199_254_740_991n, name: "Saguaro", tag: "cactus" },
  { id: 9_007_199_254_740_990n, name: "Monstera deliciosa", tag: "tropical" },
];

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
const browser = await playwright.launch(chromium);
for (const colorScheme of ["light", "dark"] as const) {
  const page = await browser.newPage({ colorScheme, reducedMotion: "reduce", viewport: { width: 1200, height: 720 } });
  await showMock(page);
  await page.screenshot({
    path: fileURLToPath(new URL(`../docs/images/mock-page-${colorScheme}.png`, import.meta.url)),
  });
  await page.close();
}
process.exit();
