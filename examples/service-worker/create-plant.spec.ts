import { test as base, expect } from "@playwright/test";

/** Sends a request to the control API of the mock in the service worker, which responds to its page only. */
type Control = (path: string, body?: string) => Promise<string>;

const test = base.extend<{ control: Control }>({
  control: async ({ page }, use) => {
    await page.goto("./");
    await expect(page.getByRole("button", { name: "Create" })).toBeEnabled(); // the worker responds
    await use((path, body) =>
      page.evaluate(async ([path, init]) => (await fetch(`mock/__mock/${path}`, init)).text(), [
        path,
        body === undefined ? {} : { method: "POST", body },
      ] as const),
    );
  },
});

test("creates a plant", async ({ page, control }) => {
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Created Moss.")).toBeVisible();
  expect(await control("plants")).toBe('[{"id":9007199254740993,"name":"Moss"}]');
});

test("says that the plant may exist when the connection drops", async ({ page, control }) => {
  await control("faults", '{"when": {}, "fault": "connection"}');
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("it may have been created")).toBeVisible();
});
