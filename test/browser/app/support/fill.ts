import type { Page } from "playwright-core";

export async function fill(page: Page, plant: { name?: string; tag?: string; id?: string }): Promise<void> {
  await page.getByLabel("Name").fill(plant.name ?? "");
  await page.getByLabel("Tag").fill(plant.tag ?? "");
  await page.getByLabel("Id", { exact: true }).fill(plant.id ?? "");
}
