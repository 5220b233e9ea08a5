import { createPlantStoreMock, type MockPlants, type PlantQuery } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";

const fern = { id: 1n, name: "Fern" };
const moss = { id: 2n ** 62n, name: "Moss", tag: "wet" };
const tree = { id: 3n, name: "Fern tree", tag: "outdoor" };

const start = (options: Parameters<typeof createPlantStoreMock>[0] = { plants: [fern, moss, tree] }): MockPlants =>
  createPlantStoreMock(options).plants;

describe("mock.plants", () => {
  it("has the plants of the options and those that were added, in order, until a clear or a reset", () => {
    const { plants, reset } = createPlantStoreMock({ plants: [{ ...tree, id: 3 }, fern] });
    const latest = { id: 1n, name: "Latest" };
    plants.add({ ...moss, color: "green" } as never, { ...latest, id: 1 });
    expect([plants.size, plants.all()]).toEqual([4, [tree, fern, moss, latest]]);
    expect([plants.get(1), plants.get(2n ** 62n), plants.get(2)]).toEqual([latest, moss, undefined]);
    plants.clear();
    expect([plants.size, plants.all(), plants.get(1)]).toEqual([0, [], undefined]);
    plants.add(fern);
    reset();
    expect([plants.size, plants.all(), plants.get(2n ** 62n)]).toEqual([2, [tree, fern], undefined]);
  });

  it("accepts more initial plants than a call accepts arguments", () => {
    expect(start({ plants: Array.from({ length: 150_000 }, (_, id) => ({ id, name: "Fern" })) }).size).toBe(150_000);
  });

  it.each([2 ** 53, "1" as never])("throws for the id %j", (id) => {
    const message = "plants.get: pass the id as a bigint or a number that is a safe integer";
    expect(() => start().get(id)).toThrow(new TypeError(message));
  });

  it("is frozen, safe to destructure, and returns the same frozen array until the plants change", () => {
    const { plants, reset } = createPlantStoreMock({ plants: [fern] });
    expect(Object.isFrozen(plants)).toBe(true);
    const { all, add, clear, findMany } = plants;
    for (const change of [() => add(moss), clear, reset]) {
      const before = all();
      const copy = [...before];
      expect(all()).toBe(before);
      change();
      expect(all()).not.toBe(before);
      expect(before).toEqual(copy);
      expect([before, findMany((q) => q.where({}))].every(Object.isFrozen)).toBe(true);
    }
  });

  it("keeps frozen copies, without a field for an absent tag", () => {
    const newPlant = { id: 1, name: "Fern", tag: undefined };
    const seed = [newPlant];
    const mock = createPlantStoreMock({ plants: seed });
    newPlant.name = "Changed";
    seed.push({ id: 2, name: "Late", tag: undefined });
    mock.reset();
    expect(mock.plants.all()).toStrictEqual([fern]);
    expect(Object.isFrozen(mock.plants.get(1))).toBe(true);
  });

  it.each<[object, string]>([
    [{ id: 1, nam: "Fern", tag: 5 }, "Invalid plant: name is required, did you mean name instead of nam?; tag must be"],
    [[fern], "Invalid plant: it is an array. Pass plants as separate arguments: add(...plants)"],
    [{ id: 1n, name: "Again" }, 'Invalid plant: the id 1 is in use, and duplicateIds is "reject"'],
  ])("throws for %o, and keeps the plants before it", (invalid, message) => {
    const plants = start({ plants: [fern], duplicateIds: "reject" });
    expect(() => plants.add(invalid as never, tree)).toThrow(message);
    expect(() => plants.add(moss, invalid as never, tree)).toThrow(TypeError);
    expect(plants.all()).toEqual([fern, moss]);
    plants.clear();
    plants.add(fern);
  });
});

describe("mock.plants.findMany", () => {
  it.each<[query: (q: PlantQuery) => PlantQuery, names: string[]]>([
    [(q) => q.where({ name: "Moss" }), ["Moss"]],
    [(q) => q.where({ id: 1 }).or({ id: 3 }), ["Fern", "Fern tree"]],
    [(q) => q.where({ tag: "wet", name: "Fern" }), []],
    [(q) => q.where({ name: () => undefined }), []],
    [(q) => q.where({ name: (name) => name.startsWith("Fern") }), ["Fern", "Fern tree"]],
    [(q) => q.where((plant) => plant.id < 9n).and({ tag: "outdoor" }), ["Fern tree"]],
    [(q) => q.or(q.where({ id: 1n }), q.where({ id: 3n })), ["Fern", "Fern tree"]],
    [(q) => q.where({}), ["Fern", "Moss", "Fern tree"]],
  ])("returns the plants that match %s", (query, names) => {
    const found = start().findMany(query);
    expect(found.map(({ name }) => name)).toEqual(names);
  });

  const NO_CONDITION = "condition must be an object with fields of a plant, or a function";
  const OTHER_TYPES = "condition: name must be a string; tag must be a string";
  const PROMISE = "condition: the function returned a promise, and conditions are synchronous";

  it.each<[string, (q: PlantQuery) => unknown, string]>([
    ["an unknown field", (q) => q.where({ nam: "Fern" } as never), "condition: unknown field nam, did you mean name?"],
    ["other types", (q) => q.where({}).and({ tag: 1, name: 1 } as never), OTHER_TYPES],
    ["text", (q) => q.where({}).or("Fern" as never), NO_CONDITION],
    ["an async function", (q) => q.where(async () => false), PROMISE],
    ["an async function of a field", (q) => q.where({ name: async () => false }), PROMISE],
    ["no query", () => true, "findMany: the function must return a query"],
  ])("throws for %s", (_, query, message) => {
    const find = () => start().findMany(query as never);
    expect(find).toThrow(TypeError);
    expect(find).toThrow(message);
  });
});
