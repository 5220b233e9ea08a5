import { expect, type Page, test } from "@playwright/test";

async function createMonstera(page: Page): Promise<void> {
  await page.getByLabel("Id").fill("9007199254740993");
  await page.getByLabel("Name").fill("Monstera");
  await page.getByRole("button", { name: "Create" }).click();
}

test.beforeEach(async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button").waitFor(); // the worker has started
});

test("creates a plant with its exact id", async ({ page }) => {
  await createMonstera(page);
  await expect(page.getByRole("status")).toHaveText("Created Monstera, with the id 9007199254740993.");
  const ids = await page.evaluate(() => mock.plants.all().map(({ id }) => String(id)));
  expect(ids).toEqual(["9007199254740993"]);
});

test("shows why the service refused the plant", async ({ page }) => {
  await page.evaluate(() => mock.failNext({ error: 17, message: "No room for another plant" }));
  await createMonstera(page);
  await expect(page.getByRole("alert")).toHaveText(
    "The service refused the plant: No room for another plant (error 17)",
  );
});

test("says that the plant may exist when the response is lost", async ({ page }) => {
  await page.evaluate(() => mock.failNext({ fault: "connection", creates: true }));
  await createMonstera(page);
  await expect(page.getByRole("alert")).toContainText("The plant may have been created.");
  expect(await page.evaluate(() => mock.plants.size)).toBe(1);
});
