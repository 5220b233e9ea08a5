import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { actions } from "./+page.server";

const mock = createPlantStoreMock();
beforeEach(() => {
  vi.stubGlobal("fetch", mock.fetch);
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  mock.reset();
});

const VALUES = { id: "9007199254740993", name: "Fern", tag: "" };

function submit(values: Record<string, string | File>) {
  const form = new FormData();
  for (const [field, value] of Object.entries(values)) {
    form.set(field, value);
  }
  const request = new Request("http://localhost", { method: "POST", body: form });
  return actions.default({ request } as Parameters<typeof actions.default>[0]);
}

it("creates the plant of a form", async () => {
  expect(await submit(VALUES)).toEqual({ message: "Created Fern, with the id 9007199254740993." });
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
});

it("names the plant that was created, also when another one with its id is sent meanwhile", async () => {
  const calls = ["Fern", "Moss"].map((name) => submit({ ...VALUES, id: "4", name }));
  const state = { message: "Created Fern, with the id 4." };
  expect(await Promise.all(calls)).toEqual([state, state]);
});

it("returns what is wrong beside what was typed", async () => {
  const values = { ...VALUES, name: "" };
  expect(await submit(values)).toMatchObject({ status: 422, data: { values, issues: { name: "Enter a name" } } });
  expect(mock.requests).toEqual([]);
});

it("says that the plant may exist, also beside a file, and doesn't send it again", async () => {
  mock.failNext("connection");
  const values = { ...VALUES, id: "2" }; // of its own, since a plant that may exist isn't sent again
  const message = "Fern, with the id 2: The plant may have been created. Sending it again could create it twice.";
  for (const form of [{ ...values, photo: new File(["leaf"], "leaf.png") }, values]) {
    const failure = await submit(form);
    expect(failure).toMatchObject({ status: 502, data: { values, message, mayHaveBeenCreated: true } });
  }
  expect(mock.requests).toHaveLength(1);
});

it("asks no user to sign in again, since the token is the server's", async () => {
  mock.failNext(401);
  const message = "Fern, with the id 3: The plant wasn't created. Something is wrong on our side.";
  expect(await submit({ ...VALUES, id: "3" })).toMatchObject({ status: 500, data: { message } });
});
