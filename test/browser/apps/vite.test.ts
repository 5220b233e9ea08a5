import { describe, it, onTestFinished } from "vitest";
import { expect, visit } from "./support/chromium.ts";
import { send } from "./support/plant-form.ts";
import { startDev } from "./support/vite.ts";

/** Opens the React example in a dev server that contains the mock. */
async function openExample() {
  const { url, close } = await startDev("examples/react");
  onTestFinished(close);
  const { page } = await visit(url);
  return { url, page };
}

describe("Vite's dev server with the mock", () => {
  it("shows a plant of the React example on the mock's page", async () => {
    const { url, page } = await openExample();
    const mock = await visit(`${url}api`);
    await send(page, { name: "Moss", id: "9007199254740993" });
    await page.getByText("Created Moss").waitFor();
    await expect(mock.page.getByRole("list", { name: "Plants" })).toContainText("9007199254740993");
  });
});
