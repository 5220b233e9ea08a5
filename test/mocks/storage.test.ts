import { createPlantStoreMock, type PlantStoreMockOptions } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { post } from "../support/post.ts";

const fern = { id: 1n, name: "Fern" };
const seeded: PlantStoreMockOptions = { plants: [fern] };

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
  it("keeps plants for the next mock, with exact ids", async () => {
    const storage = createStorage();
    const before = createPlantStoreMock({ storage });
    const service = { fetch: before.fetch, baseUrl: "https://plants.example.com" };
    before.plants.add({ id: -1, name: "9".repeat(400) });
    await post(service, '{"id":9007199254740993,"name":"Infinity","tag":"1e999"}');
    expect(storage.items.get("plant-store-mock")).toBe(
      `[{"id":-1,"name":"${"9".repeat(400)}"},{"id":9007199254740993,"name":"Infinity","tag":"1e999"}]`,
    );
    expect(createPlantStoreMock({ storage, ...seeded }).plants.all()).toEqual(before.plants.all());
  });

  it("keeps an empty list after clear, and the initial plants after a reset", () => {
    const storage = createStorage();
    const mock = createPlantStoreMock({ storage, ...seeded });
    mock.plants.clear();
    expect(createPlantStoreMock({ storage, ...seeded }).plants.size).toBe(0);
    mock.reset();
    expect(createPlantStoreMock({ storage }).plants.all()).toEqual([fern]);
  });

  it("is read under storageKey, and only when the mock is created", () => {
    const storage = createStorage({ mine: '[{"id":1,"name":"Fern"}]' });
    expect(createPlantStoreMock({ storage, storageKey: "mine" }).plants.size).toBe(1);
    const mock = createPlantStoreMock({ storage });
    storage.items.set("plant-store-mock", '[{"id":1,"name":"Fern"}]');
    expect(mock.plants.size).toBe(0);
  });

  it.each([
    ["{", "not valid JSON"],
    ['{"id":1,"name":"Fern"}', "expected an array of NewPlants"],
    ['[{"id":"1","name":"Fern"}]', "plants[0]: id must be an integer, not text"],
  ])("ignores content that it can't read, with one warning: %s", (content, reason) => {
    const warn = spyOnWarnings();
    const storage = createStorage({ "plant-store-mock": content });
    expect(createPlantStoreMock({ storage, ...seeded }).plants.all()).toEqual([fern]);
    expect(storage.items.get("plant-store-mock")).toBe(content);
    expect(warn.mock.calls).toEqual([[`Plant Store mock: ignored "plant-store-mock" in storage: ${reason}`]]);
  });

  it("warns about each failed write with the number of plants, and keeps working", () => {
    const warn = spyOnWarnings();
    const thrown = [new Error("quota exceeded"), Object.create(null)];
    const storage = {
      getItem: () => undefined as never,
      setItem() {
        throw thrown.shift();
      },
    };
    const { plants } = createPlantStoreMock({ storage, ...seeded });
    plants.add(fern, fern);
    plants.clear();
    expect(warn.mock.calls).toEqual([
      ['Plant Store mock: can\'t write 3 plants to "plant-store-mock" in storage: quota exceeded'],
      [`Plant Store mock: can't write 0 plants to "plant-store-mock" in storage: an object that isn't an Error`],
    ]);
    expect(plants.size).toBe(0);
  });
});
