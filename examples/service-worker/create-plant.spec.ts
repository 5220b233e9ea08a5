import { test as base, expect } from "@playwright/test";

/** Sends a request to the control API of the mock in the service worker, which responds to its page only. */
type Control = (path: string, body?: string) => Promise<string>;

const test = base.extend<{ control: Control }>({
  control: async ({ page }, use) => {
    await page.goto("./");
    await expect(page.getByRole("button", { name: "Create" })).toBeEnabled(); // the worker responds
    await use((path, body) =>
      page.evaluate(
        async ([path, init]) => {
          const response = await fetch(`mock/__mock/${path}`, init);
          const text = await response.text();
          if (!response.ok) {
            throw new Error(text);
          }
          return text;
        },
        [path, body === undefined ? {} : { method: "POST", body }] as const,
      ),
    );
  },
});

test("creates a plant", async ({ page, control }) => {
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Created Moss.")).toBeVisible();
  expect(await control("plants")).toBe('[{"id":9007199254740993,"name":"Moss"}]');
});

test("ignores a click while a call runs", async ({ page, control }) => {
  await page.getByRole("button", { name: "Create" }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByText("Created Moss.")).toBeVisible();
  expect(JSON.parse(await control("requests"))).toHaveLength(1);
});

test("shows why the service refuses a plant, and can send it again", async ({ page, control }) => {
  await control("faults", '{"error": 17, "message": "No room"}');
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("No room")).toBeVisible();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Created Moss.")).toBeVisible();
});

test("says that the plant may exist when the response is lost, and sends it once", async ({ page, control }) => {
  await control("faults", '{"when": {}, "fault": {"fault": "connection", "creates": true}}');
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("it may have been created")).toBeVisible();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("button", { name: "Create" })).toBeEnabled();
  expect(JSON.parse(await control("requests"))).toHaveLength(1);
  expect(JSON.parse(await control("plants"))).toHaveLength(1);
});
