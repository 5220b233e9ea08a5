// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createPlantStoreClient } from "plant-store-sdk";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as nextForm from "./new-plant-form.tsx";
import { PlantList } from "./plant-list.tsx";
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

const user = userEvent.setup();
const create = () => user.click(screen.getByRole("button", { name: "Create" }));

describe.each([
  { library: "react-hook-form", form: <hookForm.NewPlantForm createPlant={createPlant} /> },
  { library: "TanStack Form", form: <tanstackForm.NewPlantForm createPlant={createPlant} /> },
  { library: "Next.js", form: <nextForm.NewPlantForm /> },
])("a form with $library", ({ form }) => {
  async function submit(id: string, name: string) {
    render(form);
    await user.type(screen.getByLabelText("id"), id);
    if (name) {
      await user.type(screen.getByLabelText("name"), name);
    }
    await create();
  }

  it("creates a plant from text", async () => {
    await submit(" 9007199254740993 ", "Fern");
    await screen.findByText("Created Fern.");
    expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
  });

  it("shows a message beside each invalid field, and keeps what was typed", async () => {
    await submit("a dozen", "");
    await screen.findByText(/Use digits only/);
    await screen.findByText(/Enter a name/);
    expect(screen.getByLabelText(/^id/)).toHaveProperty("value", "a dozen");
    expect(mock.requests).toEqual([]);
  });

  it("says that the plant may exist when the connection drops, and keeps what was typed", async () => {
    mock.failNext("connection");
    await submit("1042", "Fern");
    await screen.findByText("The plant may have been created. Check before you try again.");
    expect(screen.getByLabelText("name")).toHaveProperty("value", "Fern");
  });
});

describe.each([
  {
    library: "React Query",
    app: (
      <QueryClientProvider client={new QueryClient()}>
        <reactQuery.CreateFern />
      </QueryClientProvider>
    ),
  },
  { library: "SWR", app: <swr.CreateFern /> },
])("useCreatePlant with $library", ({ app }) => {
  it("creates a plant, or shows why the service refused it", async () => {
    mock.failNext({ error: 7, message: "No room" });
    render(app);
    await create();
    await screen.findByText("The plant wasn't created. No room");
    await create();
    await screen.findByText("Created Fern");
    expect(mock.plants.all()).toEqual([{ id: 1042n, name: "Fern" }]);
    expect(screen.getByRole("alert").textContent).toBe("");
  });
});

it("renders the plants and the requests of the mock again after each change", async () => {
  render(<PlantList />);
  await screen.findByText("0 requests");
  await createPlant({ id: 1, name: "Moss" });
  await screen.findByText("Moss");
  await screen.findByText("1 requests");
});
