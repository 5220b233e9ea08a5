// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, renderHook, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createPlantStoreClient } from "plant-store-sdk";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as nextForm from "./new-plant-form.tsx";
import { mock } from "./plant-store.ts";
import * as hookForm from "./react-hook-form.tsx";
import * as reactQuery from "./react-query.tsx";
import { useCreatePlant } from "./swr.tsx";
import * as tanstackForm from "./tanstack-form.tsx";

const options = { baseUrl: "https://plants.example.com/v1", token: "any-token", fetch: mock.fetch };
const { createPlant } = createPlantStoreClient(options);

beforeAll(() => {
  vi.stubGlobal("fetch", mock.fetch); // for the client of the server action
  vi.stubEnv("PLANT_STORE_TOKEN", "any-token");
});
beforeEach(() => mock.reset());
afterEach(cleanup);
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const user = userEvent.setup();
const create = () => user.click(screen.getByRole("button", { name: "Create" }));

describe.each([
  { library: "react-hook-form", form: <hookForm.NewPlantForm createPlant={createPlant} /> },
  { library: "TanStack Form", form: <tanstackForm.NewPlantForm createPlant={createPlant} /> },
  { library: "Next.js", form: <nextForm.NewPlantForm /> },
])("a form with $library", ({ form }) => {
  it("shows a message beside each invalid field and keeps what was typed, then creates the plant", async () => {
    render(form);
    await user.type(screen.getByLabelText("id"), "a dozen");
    await create();
    await screen.findByText(/Use digits only/);
    await screen.findByText(/Enter a name/);
    const id = screen.getByLabelText(/^id/);
    expect(id).toHaveProperty("value", "a dozen");

    await user.clear(id);
    await user.type(id, " 9007199254740993 ");
    await user.type(screen.getByLabelText(/^name/), "Fern");
    await create();
    await screen.findByText("Created Fern.");
    expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
    expect(mock.requests).toHaveLength(1);
  });

  it("says that the plant may exist when the connection drops, and keeps what was typed", async () => {
    mock.failNext("connection");
    render(form);
    await user.type(screen.getByLabelText("id"), "1042");
    await user.type(screen.getByLabelText("name"), "Fern");
    await create();
    await screen.findByText("The plant may have been created. Check before you try again.");
    expect(screen.getByLabelText("name")).toHaveProperty("value", "Fern");
  });
});

it("creates a plant with React Query, or shows why the service refused it", async () => {
  mock.failNext({ error: 7, message: "No room" });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <reactQuery.CreateFern />
    </QueryClientProvider>,
  );
  await create();
  await screen.findByText("The plant wasn't created. No room");
  await create();
  await screen.findByText("Created Fern");
  expect(screen.getByRole("alert").textContent).toBe("");
});

it("creates a plant with SWR, or returns why the service refused it", async () => {
  mock.failNext({ error: 7, message: "No room" });
  const { result } = renderHook(() => {
    const { trigger, data, error } = useCreatePlant();
    return { trigger, data, error };
  });
  const trigger = () => act(() => result.current.trigger({ id: 1042, name: "Fern" }, { throwOnError: false }));
  await trigger();
  expect(result.current.error?.message).toBe("No room");
  await trigger();
  expect(result.current).toMatchObject({ data: { name: "Fern" }, error: undefined });
});
