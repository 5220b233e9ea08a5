import type { Page } from "@playwright/test";

export const sendButton = (page: Page) => page.getByRole("button", { name: /^Creat/ });

export async function fill(page: Page, plant: { name: string; id: string; tag?: string }): Promise<void> {
  await page.getByLabel("Name").fill(plant.name);
  await page.getByLabel("Tag").fill(plant.tag ?? "");
  await page.getByLabel("Id", { exact: true }).fill(plant.id);
}

export async function send(page: Page, plant: Parameters<typeof fill>[1]): Promise<void> {
  await fill(page, plant);
  await sendButton(page).click();
}
