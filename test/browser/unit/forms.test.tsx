import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import type { ReactElement } from "react";
import { createRoot } from "react-dom/client";
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import * as hookForm from "../../../docs/snippets/react-hook-form.tsx";

const mock = createPlantStoreMock();
const options = { baseUrl: "https://plants.example.com/v1", token: "any-token", fetch: mock.fetch };
const { createPlant } = createPlantStoreClient(options);

// In an app, the server action runs on the server.
vi.stubGlobal("process", { env: { PLANT_STORE_TOKEN: "any-token" } });
vi.stubGlobal("fetch", mock.fetch);
const nextForm = await import("../../../docs/snippets/app/new-plant-form.tsx");

beforeEach(() => {
  mock.reset();
  vi.spyOn(console, "error").mockReturnValue();
  return () => vi.restoreAllMocks();
});
afterAll(() => void vi.unstubAllGlobals());

function render(form: ReactElement): void {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  root.render(form);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
}

const [id, name] = [page.getByLabelText("id"), page.getByLabelText("name")];

async function send(newPlant: { id: string; name: string }): Promise<void> {
  await id.fill(newPlant.id);
  await name.fill(newPlant.name);
  await page.getByRole("button", { name: "Create" }).click();
}

describe.each([
  { library: "react-hook-form", form: <hookForm.NewPlantForm createPlant={createPlant} /> },
  { library: "Next.js", form: <nextForm.NewPlantForm /> },
])("a form with $library", ({ form }) => {
  it("creates a plant with its exact id", async () => {
    render(form);
    await send({ id: " 9007199254740993 ", name: "Fern" });
    await expect.element(page.getByText("Created Fern.")).toBeVisible();
    expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
  });

  it("shows a message beside each invalid field", async () => {
    render(form);
    await send({ id: "a dozen", name: "" });
    await expect.element(page.getByText("Use digits only")).toBeVisible();
    await expect.element(page.getByText("Enter a name")).toBeVisible();
    await expect.element(id).toHaveAttribute("aria-invalid", "true");
  });

  it("keeps what was typed in an invalid field", async () => {
    render(form);
    await send({ id: "a dozen", name: "Fern" });
    await expect.element(page.getByText("Use digits only")).toBeVisible();
    await expect.element(id).toHaveValue("a dozen");
  });

  it("sends nothing before a field is corrected", async () => {
    render(form);
    await send({ id: "a dozen", name: "Fern" });
    await expect.element(page.getByText("Use digits only")).toBeVisible();
    await send({ id: "1", name: "Fern" });
    await expect.element(page.getByText("Created Fern.")).toBeVisible();
    expect(mock.requests).toHaveLength(1);
  });

  it("shows no message about an earlier plant beside an issue", async () => {
    render(form);
    await send({ id: "1", name: "Fern" });
    await expect.element(page.getByText("Created Fern.")).toBeVisible();
    await send({ id: "a dozen", name: "Moss" });
    await expect.element(page.getByText("Use digits only")).toBeVisible();
    await expect.element(page.getByRole("status")).toHaveTextContent(/^$/);
  });

  it("says that the plant may exist when the connection drops", async () => {
    mock.failNext("connection");
    render(form);
    await send({ id: "1042", name: "Fern" });
    await expect.element(page.getByRole("status")).toHaveTextContent("The plant may have been created.");
  });

  it("keeps what was typed when the connection drops", async () => {
    mock.failNext("connection");
    render(form);
    await send({ id: "1042", name: "Fern" });
    await expect.element(page.getByRole("status")).toHaveTextContent("created");
    await expect.element(name).toHaveValue("Fern");
  });
});
