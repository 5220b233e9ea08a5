// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as nextForm from "../../docs/snippets/app/new-plant-form.tsx";
import * as hookForm from "../../docs/snippets/react-hook-form.tsx";

const mock = createPlantStoreMock();
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
  { library: "Next.js", form: <nextForm.NewPlantForm /> },
])("a form with $library", ({ form }) => {
  it("shows a message beside each invalid field and keeps what was typed, then creates the plant", async () => {
    render(form);
    await user.type(screen.getByLabelText("id"), "a dozen");
    await create();
    await screen.findByText(/Use digits only/);
    await screen.findByText(/Enter a name/);
    const id = screen.getByLabelText(/^id/);
    expect(id.getAttribute("aria-invalid")).toBe("true");
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
    await screen.findByText("The plant may have been created. Sending it again could create it twice.");
    expect(screen.getByLabelText("name")).toHaveProperty("value", "Fern");
  });
});
