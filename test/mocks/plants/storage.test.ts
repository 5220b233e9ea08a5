import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fern } from "../../support/fern.ts";
import { jsonProblem } from "../../support/json-problem.ts";
import { post } from "../../support/post.ts";

const moss = { id: 2, name: "Moss" };
const FERNS = '[{"id":1,"name":"Fern"}]';

function createStorage(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial));
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

function spyOnWarnings() {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  return warn;
}

describe("storage", () => {
  it("gets the plants that are added", () => {
    const storage = createStorage();
    createPlantStoreMock({ storage }).plants.add({ id: -1, name: "Fern" });
    expect(storage.items.get("plant-store-mock")).toBe('[{"id":-1,"name":"Fern"}]');
  });

  it("gets the plants that requests create", async () => {
    const storage = createStorage();
    const { fetch } = createPlantStoreMock({ storage });
    await post({ fetch, baseUrl: "https://plants.example.com" }, '{"id":9007199254740993,"name":"Infinity"}');
    expect(storage.items.get("plant-store-mock")).toBe('[{"id":9007199254740993,"name":"Infinity"}]');
  });

  it("gets a plant that is added after the others were read", () => {
    const storage = createStorage();
    const { plants } = createPlantStoreMock({ storage, plants: [fern] });
    plants.all();
    plants.add(moss);
    expect(storage.items.get("plant-store-mock")).toBe('[{"id":1,"name":"Fern"},{"id":2,"name":"Moss"}]');
  });

  it("has the plants for the next mock", () => {
    const storage = createStorage();
    const { plants } = createPlantStoreMock({ storage });
    plants.add({ id: 2n ** 53n + 1n, name: "9".repeat(400), tag: "1e999" });
    expect(createPlantStoreMock({ storage }).plants.all()).toEqual(plants.all());
  });

  it("replaces the initial plants", () => {
    const storage = createStorage({ "plant-store-mock": FERNS });
    expect(createPlantStoreMock({ storage, plants: [moss] }).plants.all()).toEqual([fern]);
  });

  it("replaces the initial plants by none after a clear", () => {
    const storage = createStorage();
    createPlantStoreMock({ storage, plants: [moss] }).plants.clear();
    expect(createPlantStoreMock({ storage, plants: [moss] }).plants.size).toBe(0);
  });

  it("gets the initial plants on a reset", () => {
    const storage = createStorage({ "plant-store-mock": "[]" });
    createPlantStoreMock({ storage, plants: [fern] }).reset();
    expect(storage.items.get("plant-store-mock")).toBe(FERNS);
  });

  it("may have another key", () => {
    const storage = createStorage({ mine: FERNS });
    expect(createPlantStoreMock({ storage, storageKey: "mine" }).plants.all()).toEqual([fern]);
  });

  it("may return undefined for a key without a value", () => {
    const storage = { ...createStorage(), getItem: () => undefined as never };
    expect(createPlantStoreMock({ storage, plants: [fern] }).plants.all()).toEqual([fern]);
  });

  it("is read only when the mock is created", () => {
    const storage = createStorage();
    const { plants } = createPlantStoreMock({ storage });
    storage.items.set("plant-store-mock", FERNS);
    expect(plants.size).toBe(0);
  });
});

describe("a storage with content that can't be read", () => {
  it.each([
    ["JSON that is cut", "{", jsonProblem("{")],
    ["one plant", '{"id":1,"name":"Fern"}', "expected an array of NewPlants"],
    ["an invalid plant", '[{"id":"1","name":"Fern"}]', "plants[0]: id must be an integer, not text"],
  ])("leads to one warning: %s", (_, content, reason) => {
    const warn = spyOnWarnings();
    createPlantStoreMock({ storage: createStorage({ "plant-store-mock": content }) });
    expect(warn.mock.calls).toEqual([[`Plant Store mock: could not read storageKey "plant-store-mock": ${reason}`]]);
  });

  it("leaves the initial plants", () => {
    spyOnWarnings();
    const storage = createStorage({ "plant-store-mock": "{" });
    expect(createPlantStoreMock({ storage, plants: [fern] }).plants.all()).toEqual([fern]);
  });

  it("keeps the content", () => {
    spyOnWarnings();
    const storage = createStorage({ "plant-store-mock": "{" });
    createPlantStoreMock({ storage });
    expect(storage.items.get("plant-store-mock")).toBe("{");
  });
});

describe("a storage that can't be written", () => {
  const failWith = (error: unknown) => ({
    ...createStorage(),
    setItem() {
      throw error;
    },
  });

  it.each([
    ["an Error", new Error("quota exceeded"), "quota exceeded"],
    ["an error of another realm", { toString: (): string => "quota exceeded" }, "quota exceeded"],
  ])("leads to a warning with the number of plants: %s", (_, error, reason) => {
    const warn = spyOnWarnings();
    createPlantStoreMock({ storage: failWith(error) }).plants.add(fern, moss);
    const message = `Plant Store mock: could not write 2 plants to storageKey "plant-store-mock": ${reason}`;
    expect(warn.mock.calls).toEqual([[message]]);
  });

  it("leads to a warning for each failed write", () => {
    const warn = spyOnWarnings();
    const { plants } = createPlantStoreMock({ storage: failWith(new Error("quota exceeded")) });
    plants.add(fern);
    plants.clear();
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it("doesn't keep the mock from working", () => {
    spyOnWarnings();
    const { plants } = createPlantStoreMock({ storage: failWith(new Error("quota exceeded")) });
    plants.add(fern);
    expect(plants.all()).toEqual([fern]);
  });
});
