import { it, onTestFinished } from "vitest";
import { expect, visit } from "./support/chromium.ts";
import { send } from "./support/plant-form.ts";
import { startDev } from "./support/vite.ts";

it("serves the React example and the mock's live page in Vite's dev server alone", async () => {
  const { url, close } = await startDev("examples/react");
  onTestFinished(close);
  const { page } = await visit(url);
  const mock = await visit(`${url}api`);
  await send(page, { name: "Moss", id: "9007199254740993" });
  await page.getByText("Created Moss").waitFor();
  await expect(mock.page.getByRole("list", { name: "Plants" })).toContainText("9007199254740993");
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
