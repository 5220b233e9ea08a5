import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPlantAction } from "./actions";

const mock = createPlantStoreMock();
beforeEach(() => {
  vi.stubGlobal("fetch", mock.fetch);
  vi.stubEnv("PLANT_STORE_TOKEN", "any-token");
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  mock.reset();
});

/** A form. Each test has ids of its own, since a plant that may exist isn't sent again. */
function fill(id: string, name = "Fern") {
  const form = new FormData();
  form.set("id", id);
  form.set("name", name);
  return form;
}

it("creates a plant with the server action", async () => {
  const values = { id: "9007199254740993", name: "Fern", tag: "" };
  expect(await createPlantAction({}, fill(values.id))).toEqual({
    message: "Created Fern, with the id 9007199254740993.",
    values,
  });
  expect(mock.plants.all()).toEqual([{ id: BigInt(values.id), name: "Fern" }]);
});

it("names the plant that was created, also when another one with its id is sent meanwhile", async () => {
  const calls = [fill("6"), fill("6", "Moss")].map((form) => createPlantAction({}, form));
  for (const { message } of await Promise.all(calls)) {
    expect(message).toBe("Created Fern, with the id 6.");
  }
});

it("creates one plant for two clicks at once", async () => {
  const state = await createPlantAction({}, fill("5"));
  expect(await createPlantAction(state, fill("5"))).toEqual(state);
  expect(mock.requests).toHaveLength(1);
});

it("says that the plant may exist when the connection drops, and doesn't send it again", async () => {
  mock.failNext("connection");
  for (const form of [fill("2"), fill("2 ")]) {
    const { message } = await createPlantAction({}, form);
    expect(message).toBe(
      "Fern, with the id 2: The plant may have been created. Sending it again could create it twice.",
    );
  }
  expect(mock.requests).toHaveLength(1);
});

it("returns what was typed, since React resets the form", async () => {
  mock.failNext({ error: 7, message: "No room" });
  for (const message of ["Fern, with the id 4: The plant wasn't created: No room", "Created Fern, with the id 4."]) {
    expect(await createPlantAction({}, fill("4"))).toEqual({ message, values: { id: "4", name: "Fern", tag: "" } });
  }
});

it("asks no user to sign in again, since the token is the server's", async () => {
  vi.stubEnv("PLANT_STORE_TOKEN", "");
  const { message } = await createPlantAction({}, fill("3"));
  expect(message).toBe("Fern, with the id 3: The plant wasn't created. Something is wrong on our side.");
});
