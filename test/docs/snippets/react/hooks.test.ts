// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { mock } from "./plant-store.ts";
import * as reactQuery from "./react-query.tsx";
import { render } from "./render.ts";
import * as swr from "./swr.tsx";

beforeEach(() => mock.reset());

describe.each([
  {
    library: "React Query",
    app: createElement(QueryClientProvider, { client: new QueryClient() }, createElement(reactQuery.CreateFern)),
  },
  { library: "SWR", app: createElement(swr.CreateFern) },
])("useCreatePlant with $library", ({ app }) => {
  it("creates a plant", async () => {
    const { container, click, text } = render(app);
    await vi.waitUntil(() => container.querySelector("button"));
    click();
    await vi.waitFor(() => expect(text("status")).toBe("Created Fern"));
    expect(mock.plants.all()).toEqual([{ id: 1042n, name: "Fern" }]);
    expect(text("alert")).toBe("");
  });

  it("shows why the service refused the plant", async () => {
    mock.failNext({ error: 7, message: "No room" });
    const { container, click, text } = render(app);
    await vi.waitUntil(() => container.querySelector("button"));
    click();
    await vi.waitFor(() => expect(text("alert")).toBe("Refused: No room"));
    expect(text("status")).toBe("");
  });
});
