// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NewPlantForm } from "./react-hook-form";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });

beforeEach(() => {
  mock.reset();
  vi.useFakeTimers({ shouldAdvanceTime: true }); // Testing Library waits with timers
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function submit() {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  render(<NewPlantForm createPlant={client.createPlant} />);
  await user.type(screen.getByLabelText("id"), "9007199254740993");
  await user.type(screen.getByLabelText("name"), "Fern");
  await user.click(screen.getByRole("button", { name: "Create" }));
}

it("creates the plant", async () => {
  await submit();
  expect(await screen.findByText("Created Fern.")).toBeDefined();
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
});

it("says after 30 seconds without a response that the plant may exist", async () => {
  mock.failNext("timeout");
  await submit();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await screen.findByText(/may have been created/)).toBeDefined();
});
