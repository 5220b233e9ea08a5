/**
 * Writes the pictures of the browser example in docs/images: on a desktop and on a phone, in light and dark.
 *
 *   npm run build && npm ci --prefix examples/browser && npx tsx scripts/browser-images.ts
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Page, chromium as playwright } from "playwright-core";
import { fill } from "../test/browser/app/support/fill.ts";
import { buildApp, serveApp } from "./browser-app.ts";
import { chromium } from "./chromium.ts";

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

try {
  for (const colorScheme of ["light", "dark"] as const) {
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
