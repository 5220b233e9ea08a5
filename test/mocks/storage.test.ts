import { createPlantStoreMock, type PlantStoreMockOptions } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { post } from "../support/post.ts";

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
  const baseUrl = "https://plants.example.com";

  it("keeps plants for the next mock, with exact ids", async () => {
    const storage = createStorage();
    const before = createPlantStoreMock({ storage });
    await post({ fetch: before.fetch, baseUrl }, '{"id":9007199254740993,"name":"Fern","tag":"indoor"}');
    before.plants.add({ id: -1, name: "Moss" });
    expect(storage.items.get("plant-store-mock")).toBe(
      '[{"id":9007199254740993,"name":"Fern","tag":"indoor"},{"id":-1,"name":"Moss"}]',
    );
    const after = createPlantStoreMock({ storage, plants: [{ id: 5, name: "Seeded" }] });
    expect(after.plants.all()).toEqual(before.plants.all());
    expect(after.plants.get(9007199254740993n)?.name).toBe("Fern");
  });

  it("keeps an empty list after clear, and the initial plants after a reset", () => {
    const storage = createStorage();
    const options: PlantStoreMockOptions = { storage, plants: [{ id: 5, name: "Seeded" }] };
    const mock = createPlantStoreMock(options);
    mock.plants.clear();
    expect(createPlantStoreMock(options).plants.size).toBe(0);
    mock.reset();
    expect(createPlantStoreMock(options).plants.all()).toEqual([{ id: 5n, name: "Seeded" }]);
  });

  it("uses storageKey", () => {
    const storage = createStorage({ mine: '[{"id":1,"name":"Fern"}]' });
    expect(createPlantStoreMock({ storage, storageKey: "mine" }).plants.size).toBe(1);
    expect(createPlantStoreMock({ storage }).plants.size).toBe(0);
  });

  it("is read only when the mock is created", () => {
    const storage = createStorage();
    const mock = createPlantStoreMock({ storage });
    storage.items.set("plant-store-mock", '[{"id":1,"name":"Fern"}]');
    expect(mock.plants.size).toBe(0);
  });

  it.each(["{", '{"theme":"dark"}', '[{"id":"1","name":"Fern"}]', "null"])(
    "ignores content that it can't read, with one warning: %s",
    (content) => {
      const warn = spyOnWarnings();
      const storage = createStorage({ "plant-store-mock": content });
      const mock = createPlantStoreMock({ storage, plants: [{ id: 5, name: "Seeded" }] });
      expect(mock.plants.all()).toEqual([{ id: 5n, name: "Seeded" }]);
      expect(storage.items.get("plant-store-mock")).toBe(content);
      expect(warn).toHaveBeenCalledOnce();
      expect(warn.mock.calls[0]?.[0]).toContain('Plant Store mock: ignored "plant-store-mock" in storage: ');
    },
  );

  it.each([undefined, null])("warns when it throws %s, and treats undefined as empty", (thrown) => {
    const warn = spyOnWarnings();
    const storage = {
      getItem: () => undefined as never,
      setItem() {
        throw thrown;
      },
    };
    const { plants } = createPlantStoreMock({ storage, plants: [{ id: 1, name: "Fern" }] });
    expect(warn).not.toHaveBeenCalled();
    plants.add({ id: 2, name: "Moss" });
    expect(plants.size).toBe(2);
    expect(warn.mock.calls).toEqual([[`Plant Store mock: can't write "plant-store-mock" in storage: ${thrown}`]]);
  });

  it("warns once when writes fail, and keeps working", () => {
    const warn = spyOnWarnings();
    const storage = {
      getItem: () => null,
      setItem() {
        throw new Error("quota exceeded");
      },
    };
    const mock = createPlantStoreMock({ storage });
    mock.plants.add({ id: 1, name: "Fern" });
    mock.plants.add({ id: 2, name: "Moss" });
    expect(mock.plants.size).toBe(2);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'Plant Store mock: can\'t write "plant-store-mock" in storage: quota exceeded',
    );
  });
});
