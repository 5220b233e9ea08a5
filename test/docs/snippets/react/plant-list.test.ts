// @vitest-environment happy-dom
import { createElement } from "react";
import { expect, it, vi } from "vitest";
import { PlantList } from "./plant-list.tsx";
import { mock, plantStore } from "./plant-store.ts";
import { render } from "./render.ts";

it("renders the plants and the requests of the mock again after each change", async () => {
  mock.reset();
  const { container } = render(createElement(PlantList));
  await vi.waitFor(() => expect(container.textContent).toBe("0 requests"));

  await plantStore.createPlant({ id: 1, name: "Fern" });
  await vi.waitFor(() => expect(container.textContent).toBe("1 requestsFern"));
  mock.plants.clear();
  await vi.waitFor(() => expect(container.textContent).toBe("1 requests"));
});
