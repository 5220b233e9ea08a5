import type { NewPlant } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { fern } from "../../support/fern.ts";

const moss = { id: 2n ** 62n, name: "Moss", tag: "wet" };

const startWith = (...plants: readonly object[]) => createPlantStoreMock({ plants: plants as NewPlant[] });

describe("mock.plants", () => {
  it("has the initial plants before those that were added", () => {
    const { plants } = startWith(moss);
    plants.add(fern, moss);
    expect(plants.all()).toEqual([moss, fern, moss]);
  });

  it("has plants that don't change with the caller's", () => {
    const newPlant = { id: 1, name: "Fern" };
    const { plants } = startWith(newPlant);
    newPlant.name = "Moss";
    expect(plants.all()).toEqual([fern]);
  });

  it("has frozen plants", () => {
    expect(startWith(fern).plants.all().every(Object.isFrozen)).toBe(true);
  });

  it("has nothing but what its type has", () => {
    expect(Object.keys(startWith().plants)).toEqual(["all", "get", "findMany", "add", "remove", "clear", "size"]);
  });
});

describe("mock.plants.remove", () => {
  it.each([1, 1n])("removes all plants with the id %s", (id) => {
    const { plants } = startWith(fern, moss, fern);
    expect(plants.remove(id)).toBe(true);
    expect(plants.all()).toEqual([moss]);
    expect(plants.remove(id)).toBe(false);
  });
});

describe("mock.plants.get", () => {
  it("returns the latest plant with the id", () => {
    expect(startWith(fern, { ...fern, name: "Latest" }).plants.get(1n)?.name).toBe("Latest");
  });
});

describe("mock.plants.get finds a plant", () => {
  it("after another one was removed", () => {
    const { plants } = startWith(fern, moss);
    plants.remove(moss.id);
    expect(plants.get(fern.id)).toEqual(fern);
  });

  it("after a reset", () => {
    const mock = startWith(fern);
    mock.plants.clear();
    mock.reset();
    expect(mock.plants.get(fern.id)).toEqual(fern);
  });
});

describe.each(["get", "remove"] as const)("mock.plants.%s", (method) => {
  it.each([2 ** 53, "1" as never])("throws a TypeError for %j", (id) => {
    const message = `plants.${method}: id must be a bigint or a safe integer`;
    expect(() => startWith(fern).plants[method](id)).toThrow(new TypeError(message));
  });
});

describe("mock.plants.all", () => {
  it("returns another array after an add", () => {
    const { plants } = startWith(fern);
    const before = plants.all();
    plants.add(moss);
    expect(before).toEqual([fern]);
    expect(plants.all()).toEqual([fern, moss]);
  });
});

describe("mock.plants.clear", () => {
  it("forgets the ids", () => {
    const { plants } = startWith(fern);
    plants.clear();
    expect(plants.get(1)).toBeUndefined();
  });
});

describe("mock.plants.add", () => {
  it.each<[title: string, plant: object, message: string]>([
    ["a misspelled field", { id: 1, nam: "Fern" }, "name is required, did you mean name instead of nam?"],
    ["two problems", { id: 1, name: 2, tag: 5 }, "name must be a string; tag must be a string"],
    ["an array", [fern], "it is an array. Pass plants as separate arguments: add(...plants)"],
  ])("throws a TypeError for %s", (_, plant, message) => {
    expect(() => startWith().plants.add(plant as never)).toThrow(new TypeError(`Invalid plant: ${message}`));
  });

  it("names an invalid plant among several by its index", () => {
    const message = "Invalid plants[1]: name is required";
    expect(() => startWith().plants.add(fern, { id: 2 } as never)).toThrow(new TypeError(message));
  });

  it.each<[title: string, plant: NewPlant]>([
    ["is invalid", { ...moss, name: 5 as never }],
    ["has an id in use", fern],
  ])("adds no plant if one %s", (_, refused) => {
    const { plants } = createPlantStoreMock({ plants: [fern], duplicateIds: "reject" });
    expect(() => plants.add(moss, refused)).toThrow();
    expect(plants.all()).toEqual([fern]);
  });
});
