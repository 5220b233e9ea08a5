import type { Page } from "playwright";
import { it, onTestFinished } from "vitest";
import { expect, visit } from "./support/chromium.ts";
import { send, sendButton } from "./support/plant-form.ts";
import { startDev } from "./support/vite.ts";

const moss = { name: "Moss", id: "9007199254740993" };
const SNIPPET = "docs/snippets/dev-servers";

it.each([
  { app: SNIPPET, mockPath: "api", create: (page: Page) => sendButton(page).click() },
  { app: "examples/react", mockPath: "api", create: (page: Page) => send(page, moss) },
])("Vite's dev server alone serves $app and the mock's live page", async ({ app, mockPath, create }) => {
  const { url, close } = await startDev(app);
  onTestFinished(close);
  const { page } = await visit(url);
  const mock = await visit(url + mockPath);
  await create(page);
  await page.getByText("Created Moss").waitFor();
  await expect(mock.page.getByRole("list", { name: "Plants" })).toContainText("9007199254740993");
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
