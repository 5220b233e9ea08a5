import { expect } from "@playwright/test";
import { test } from "./mock.js";

test.beforeEach(async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Name").fill("Monstera deliciosa");
  await page.getByLabel("Id").fill("9007199254740993");
});

test("creates a plant", async ({ page, mock }) => {
  await page.getByRole("button", { name: "Create" }).click();

  await expect(page.getByText("Created Monstera deliciosa")).toBeVisible();
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Monstera deliciosa" }]);
});

test("shows the service's Error", async ({ page, mock }) => {
  mock.failNext({ error: 17, message: "No room for another plant" });
  await page.getByRole("button", { name: "Create" }).click();

  await expect(page.getByText("No room for another plant")).toBeVisible();
});

test("says that the plant may exist when the connection drops", async ({ page, mock }) => {
  mock.failWhen({}, "connection");
  await page.getByRole("button", { name: "Create" }).click();

  await expect(page.getByText("The plant may have been created.")).toBeVisible();
});
