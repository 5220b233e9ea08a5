import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { storedFern } from "../../support/fern.ts";

const moss = { id: 2n ** 62n, name: "Moss", tag: "wet" };

const startWith = (...plants: readonly object[]) => createPlantStoreMock({ plants: plants as (typeof storedFern)[] });

describe("mock.plants", () => {
  it("has the initial plants before those that were added", () => {
    const { plants } = startWith(moss);
    plants.add(storedFern, moss);
    expect(plants.all()).toEqual([moss, storedFern, moss]);
  });

  it("has the number of plants", () => {
    expect(startWith(storedFern, moss).plants.size).toBe(2);
  });

  it("has each id as a bigint", () => {
    expect(startWith({ id: 1, name: "Fern" }).plants.all()).toEqual([storedFern]);
  });

  it("has no unknown fields", () => {
    expect(startWith({ ...storedFern, color: "green" }).plants.all()).toEqual([storedFern]);
  });

  it("has no field that is undefined", () => {
    expect(startWith({ ...storedFern, tag: undefined }).plants.all()).toStrictEqual([storedFern]);
  });

  it("can be destructured", () => {
    const { add, all } = startWith().plants;
    add(storedFern);
    expect(all()).toEqual([storedFern]);
  });

  it("has plants that don't change with the caller's", () => {
    const newPlant = { id: 1, name: "Fern" };
    const { plants } = startWith(newPlant);
    newPlant.name = "Moss";
    expect(plants.all()).toEqual([storedFern]);
  });

  it("restores the initial plants although the caller's array has changed", () => {
    const seed = [storedFern];
    const { plants, reset } = createPlantStoreMock({ plants: seed });
    seed.push(moss);
    reset();
    expect(plants.all()).toEqual([storedFern]);
  });

  it("is frozen", () => {
    const { plants } = startWith(storedFern);
    const values = [plants, plants.all(), plants.get(1), plants.findMany((q) => q.where({}))];
    expect(values.every(Object.isFrozen)).toBe(true);
  });
});

describe("mock.plants.get", () => {
  it("returns the latest plant with the id", () => {
    expect(startWith(storedFern, { ...storedFern, name: "Latest" }).plants.get(1n)?.name).toBe("Latest");
  });

  it("accepts a number", () => {
    expect(startWith(storedFern).plants.get(1)).toEqual(storedFern);
  });

  it("finds an id beyond 2^53", () => {
    expect(startWith(moss).plants.get(2n ** 62n)).toEqual(moss);
  });

  it("returns undefined for an unknown id", () => {
    expect(startWith(storedFern).plants.get(2)).toBeUndefined();
  });

  it.each([2 ** 53, "1" as never])("throws a TypeError for %j", (id) => {
    const message = "plants.get: id must be a bigint or a safe integer";
    expect(() => startWith(storedFern).plants.get(id)).toThrow(new TypeError(message));
  });
});

describe("mock.plants.all", () => {
  it("returns the same array until the plants change", () => {
    const { plants } = startWith(storedFern);
    expect(plants.all()).toBe(plants.all());
  });

  it("returns the same array after an add of no plant", () => {
    const { plants } = startWith(storedFern);
    plants.add(moss);
    const before = plants.all();
    plants.add();
    expect(plants.all()).toBe(before);
  });

  it("returns another array after an add", () => {
    const { plants } = startWith(storedFern);
    const before = plants.all();
    plants.add(moss);
    expect(before).toEqual([storedFern]);
    expect(plants.all()).toEqual([storedFern, moss]);
  });

  it("returns another array after a clear", () => {
    const { plants } = startWith(storedFern);
    const before = plants.all();
    plants.clear();
    expect(before).toEqual([storedFern]);
    expect(plants.all()).toEqual([]);
  });
});

describe("mock.plants.clear", () => {
  it("forgets the ids", () => {
    const { plants } = startWith(storedFern);
    plants.clear();
    expect(plants.get(1)).toBeUndefined();
  });
});

describe("mock.plants.add", () => {
  it.each<[title: string, plant: object, message: string]>([
    ["a misspelled field", { id: 1, nam: "Fern" }, "name is required, did you mean name instead of nam?"],
    ["two problems", { id: 1, name: 2, tag: 5 }, "name must be a string; tag must be a string"],
    ["an array", [storedFern], "it is an array. Pass plants as separate arguments: add(...plants)"],
  ])("throws a TypeError for %s", (_, plant, message) => {
    expect(() => startWith().plants.add(plant as never)).toThrow(new TypeError(`Invalid plant: ${message}`));
  });

  it.each<[title: string, plants: (typeof storedFern)[], message: string]>([
    ["one id in use", [storedFern], "plant: the id 1 is in use, and this mock rejects duplicate ids"],
    [
      "an id in use among others",
      [moss, storedFern],
      "plants[1]: the id 1 is in use, and this mock rejects duplicate ids",
    ],
    [
      "an id that occurs twice",
      [moss, moss],
      `plants[1]: the id ${2n ** 62n} is in use, and this mock rejects duplicate ids`,
    ],
  ])("throws a TypeError for %s", (_, added, message) => {
    const { plants } = createPlantStoreMock({ plants: [storedFern], duplicateIds: "reject" });
    expect(() => plants.add(...added)).toThrow(new TypeError(`Invalid ${message}`));
  });

  it("names an invalid plant among several by its index", () => {
    const message = "Invalid plants[1]: name is required";
    expect(() => startWith().plants.add(storedFern, { id: 2 } as never)).toThrow(new TypeError(message));
  });

  it.each<[title: string, plant: typeof storedFern]>([
    ["is invalid", { ...moss, name: 5 as never }],
    ["has an id in use", storedFern],
  ])("adds no plant if one %s", (_, refused) => {
    const { plants } = createPlantStoreMock({ plants: [storedFern], duplicateIds: "reject" });
    expect(() => plants.add(moss, refused)).toThrow();
    expect(plants.all()).toEqual([storedFern]);
  });

  it("adds a plant whose id was removed by a clear", () => {
    const { plants } = createPlantStoreMock({ plants: [storedFern], duplicateIds: "reject" });
    plants.clear();
    plants.add(storedFern);
    expect(plants.all()).toEqual([storedFern]);
  });
});
