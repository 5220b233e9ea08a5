// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, renderHook, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createPlantStoreClient } from "plant-store-sdk";
import type { PropsWithChildren } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as nextForm from "./new-plant-form.tsx";
import { mock } from "./plant-store.ts";
import * as hookForm from "./react-hook-form.tsx";
import * as reactQuery from "./react-query.tsx";
import * as swr from "./swr.tsx";
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

const fern = { id: 1042, name: "Fern" };
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

describe.each([
  {
    library: "React Query",
    useCreate: () => {
      const { mutateAsync, data, error } = reactQuery.useCreatePlant();
      return { create: () => mutateAsync(fern), data, error };
    },
  },
  {
    library: "SWR",
    useCreate: () => {
      const { trigger, data, error } = swr.useCreatePlant();
      return { create: () => trigger(fern), data, error: error ?? null };
    },
  },
])("useCreatePlant with $library", ({ useCreate }) => {
  it("creates a plant, or returns why the service refused it", async () => {
    const client = new QueryClient();
    const wrapper = ({ children }: PropsWithChildren) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    const { result } = renderHook(useCreate, { wrapper });
    mock.failNext({ error: 7, message: "No room" });
    await act(() => expect(result.current.create()).rejects.toThrow("No room"));
    await vi.waitFor(() => expect(result.current.error?.message).toBe("No room"));
    await act(() => result.current.create());
    await vi.waitFor(() => expect(result.current.data).toEqual({ name: "Fern" }));
  });
});
