import { createPlantStoreMock, type PlantCondition, type PlantQuery } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";

const { plants } = createPlantStoreMock({
  plants: [
    { id: 1, name: "Fern" },
    { id: 2n ** 62n, name: "Moss", tag: "wet" },
    { id: 3, name: "Fern tree", tag: "outdoor" },
  ],
});

const findNames = (query: (q: PlantQuery) => PlantQuery) => plants.findMany(query).map(({ name }) => name);

describe("mock.plants.findMany", () => {
  it.each([
    ["a text", { name: "Moss" }, ["Moss"]],
    ["two fields that match", { name: "Moss", tag: "wet" }, ["Moss"]],
    ["two fields of which one matches", { name: "Fern", tag: "wet" }, []],
    ["no field", {}, ["Fern", "Moss", "Fern tree"]],
  ])("returns the plants with %s", (_, condition, names) => {
    expect(findNames((q) => q.where(condition))).toEqual(names);
  });

  it("returns the plants for which a function of a field is truthy", () => {
    expect(findNames((q) => q.where({ name: (name) => name.startsWith("Fern") }))).toEqual(["Fern", "Fern tree"]);
  });

  it("returns the plants for which a function is truthy", () => {
    expect(findNames((q) => q.where((plant) => plant.id < 9))).toEqual(["Fern", "Fern tree"]);
  });

  it("returns the plants that match both conditions of and", () => {
    expect(findNames((q) => q.where({ name: "Moss" }).and({ tag: "outdoor" }))).toEqual([]);
  });

  it("returns the plants that match each of several conditions of and", () => {
    expect(findNames((q) => q.and({ name: "Moss" }, { tag: "outdoor" }))).toEqual([]);
    expect(findNames((q) => q.and({ name: "Moss" }, { tag: "wet" }))).toEqual(["Moss"]);
  });

  it("returns the plants that match one condition of or", () => {
    expect(findNames((q) => q.where({ id: 1 }).or({ id: 3 }))).toEqual(["Fern", "Fern tree"]);
  });

  it("accepts queries in or", () => {
    expect(findNames((q) => q.or(q.where({ id: 1 }), q.where({ id: 3 })))).toEqual(["Fern", "Fern tree"]);
  });
});

describe("an invalid query", () => {
  const NO_CONDITION = "condition must be an object with fields of a plant or, in code, a function";
  const PROMISE = "condition: the function returned a promise, and conditions are synchronous";

  describe.each<[method: string, query: (condition: PlantCondition) => (q: PlantQuery) => PlantQuery]>([
    ["where", (condition) => (q) => q.where(condition)],
    ["and", (condition) => (q) => q.and(condition)],
    ["and, as the second condition", (condition) => (q) => q.and({}, condition)],
    ["or", (condition) => (q) => q.or(condition)],
    ["or, as the second condition", (condition) => (q) => q.or({ id: 0 }, condition)],
    ["or, after where", (condition) => (q) => q.where({ id: 0 }).or(condition)],
    ["or, in a query", (condition) => (q) => q.or(q.or(condition))],
  ])("in %s", (_, toQuery) => {
    it.each<[title: string, condition: unknown, message: string]>([
      ["an unknown field", { nam: "Fern" }, "condition: unknown field nam, did you mean name?"],
      ["other types", { tag: 1, name: 1 }, "condition: name must be a string; tag must be a string"],
      ["text", "Fern", NO_CONDITION],
      ["an async function", async () => false, PROMISE],
      ["an async function of a field", { name: async () => false }, PROMISE],
      ["null", null, NO_CONDITION],
      [
        "another id",
        { id: "1" },
        "condition: id must be an integer, not text. In JavaScript, parsePlantId converts it",
      ],
    ])("throws a TypeError: %s", (_, condition, message) => {
      expect(() => findNames(toQuery(condition as PlantCondition))).toThrow(new TypeError(message));
    });
  });

  it("throws a TypeError: no query", () => {
    const message = 'findMany: the function must return a query, such as q.where({ name: "Fern" })';
    expect(() => findNames(() => true as never)).toThrow(new TypeError(message));
  });
});
