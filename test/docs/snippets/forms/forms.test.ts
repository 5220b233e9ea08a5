// @vitest-environment happy-dom
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { render } from "../react/render.ts";
import * as reactHookForm from "./react-hook-form.tsx";
import * as tanstackForm from "./tanstack-form.tsx";

const mock = createPlantStoreMock();
const { createPlant } = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });
beforeEach(() => mock.reset());

describe.each([
  { library: "react-hook-form", form: createElement(reactHookForm.NewPlantForm, { createPlant }) },
  { library: "TanStack Form", form: createElement(tanstackForm.NewPlantForm, { createPlant }) },
])("a form with $library", ({ form }) => {
  async function submit(texts: readonly string[]) {
    const page = render(form);
    await vi.waitUntil(() => page.container.querySelector("button"));
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    for (const [index, input] of [...page.container.querySelectorAll("input")].entries()) {
      setValue?.call(input, texts[index]); // bypasses React, which ignores the event if it has seen the change
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    page.click();
    return page;
  }

  it("creates a plant from text", async () => {
    const { text } = await submit([" 9007199254740993 ", "Fern", ""]);
    await vi.waitFor(() => expect(text("status")).toBe("Created Fern."));
    expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
  });

  it("shows a message beside each invalid field", async () => {
    const { container } = await submit(["a dozen", "", ""]);
    await vi.waitFor(() => expect(container.textContent).toContain("Use digits only"));
    expect(container.textContent).toContain("Enter a name");
    expect(mock.requests).toEqual([]);
  });
});
