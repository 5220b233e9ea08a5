// @vitest-environment happy-dom
import { setupServer } from "msw/node";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { createElement } from "react";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { render } from "../react/render.ts";
import { createPlantAction } from "./actions.ts";
import { NewPlantForm } from "./new-plant-form.tsx";

const mock = createPlantStoreMock({ token: "my-token" });
const server = setupServer(...createHandlers(mock));
beforeAll(() => {
  vi.stubEnv("PLANT_STORE_TOKEN", "my-token");
  server.listen(offline);
});
beforeEach(() => mock.reset());
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

function formData(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) {
    form.set(name, text);
  }
  return form;
}

it("creates the plant of a form", async () => {
  const { container, click, text } = render(createElement(NewPlantForm));
  await vi.waitUntil(() => container.querySelector("button"));
  for (const [name, value] of Object.entries({ id: "9007199254740993", name: "Fern" })) {
    (container.querySelector(`[name=${name}]`) as HTMLInputElement).value = value;
  }
  click();
  await vi.waitFor(() => expect(text("status")).toBe("Created Fern."));
  expect(mock.plants.all()).toEqual([{ id: 9_007_199_254_740_993n, name: "Fern" }]);
});

it("returns an issue for each field", async () => {
  expect(await createPlantAction({}, formData({ id: "a dozen", name: "", tag: "" }))).toEqual({
    issues: { id: "Use digits only, without leading zeros", name: "Enter a name" },
  });
});

it("returns the service's message when it refuses the plant", async () => {
  mock.failNext({ error: 7, message: "No room" });
  expect(await createPlantAction({}, formData({ id: "1", name: "Fern" }))).toEqual({ message: "Refused: No room" });
});

it("says that the plant may exist when the connection drops", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  mock.failNext("connection");
  expect(await createPlantAction({}, formData({ id: "1", name: "Fern" }))).toEqual({
    message: "The Plant Store didn't respond as expected. The plant may exist.",
  });
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^POST https:.* failed: /));
  log.mockRestore();
});
