import { expect, test } from "@playwright/test";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

test("shows a connection failure, then creates the plant", async ({ page }) => {
  const mock = createPlantStoreMock();
  await page.route("**/plants", async (route, request) => {
    try {
      const response = await mock.fetch(request.url(), {
        method: request.method(),
        headers: await request.allHeaders(),
        body: request.postData(),
      });
      const body = Buffer.from(await response.arrayBuffer());
      await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body });
    } catch {
      // The fault "connection" makes mock.fetch reject.
      await route.abort();
    }
  });
  await page.goto("/");
  await page.getByLabel("Name").fill("Monstera deliciosa");
  await page.getByLabel("Id").fill("9007199254740993");

  mock.failNext("connection");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("alert")).toBeVisible();

  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Created Monstera deliciosa")).toBeVisible();
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Monstera deliciosa" }]);
});
