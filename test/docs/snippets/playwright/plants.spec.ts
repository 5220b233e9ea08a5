import { expect, test } from "@playwright/test";

const control = "http://127.0.0.1:4010/__mock";

test.beforeEach(async ({ request }) => {
  await request.post(`${control}/reset`);
});

test("creates a plant", async ({ page, request }) => {
  await page.goto("/");
  await page.getByLabel("Id").fill("9007199254740993");
  await page.getByLabel("Name").fill("Monstera deliciosa");
  await page.getByRole("button", { name: "Create" }).click();

  await expect(page.getByRole("status")).toHaveText("Created Monstera deliciosa.");
  const plants = await request.get(`${control}/plants`);
  expect(await plants.text()).toBe('[{"id":9007199254740993,"name":"Monstera deliciosa"}]');
});

test("shows why a plant was refused", async ({ page, request }) => {
  await request.post(`${control}/faults`, { data: [{ error: 17, message: "No room for another plant." }] });
  await page.goto("/");
  await page.getByLabel("Id").fill("1042");
  await page.getByLabel("Name").fill("Fern");
  await page.getByRole("button", { name: "Create" }).click();

  await expect(page.getByRole("status")).toContainText("No room for another plant.");
});
