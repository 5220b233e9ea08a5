// @vitest-environment happy-dom
import { createElement } from "react";
import { expect, it, vi } from "vitest";
import { PlantList } from "./plant-list.tsx";
import { mock } from "./plant-store.ts";
import { render } from "./render.ts";

it("renders the plants of the mock again after each change", async () => {
  mock.reset();
  const { container } = render(createElement(PlantList));
  await vi.waitUntil(() => container.querySelector("ul"));
  expect(container.textContent).toBe("");

  mock.plants.add({ id: 1, name: "Fern" });
  await vi.waitFor(() => expect(container.textContent).toBe("Fern"));
  mock.plants.clear();
  await vi.waitFor(() => expect(container.textContent).toBe(""));
});
