import { createPlantStoreMock, type MockPlants, type PlantQuery, type StoredPlant } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { post } from "../support/post.ts";

const baseUrl = "https://plants.example.com";

function listPlants(options: Parameters<typeof createPlantStoreMock>[0] = {}): MockPlants {
  return createPlantStoreMock(options).plants;
}

const listNames = (plants: readonly StoredPlant[]) => plants.map(({ name }) => name);

const getViews = (plants: MockPlants) => ({
  size: plants.size,
  all: listNames(plants.all()),
  found: listNames(plants.findMany((q) => q.where({}))),
});

describe("mock.plants", () => {
  it("is empty by default", () => {
    const plants = listPlants();
    expect(getViews(plants)).toEqual({ size: 0, all: [], found: [] });
    expect(plants.get(1)).toBeUndefined();
  });

  it("has the plants of the options", () => {
    const plants = listPlants({
      plants: [
        { id: 2, name: "Second", tag: "b" },
        { id: 1n, name: "First" },
      ],
    });
    expect(getViews(plants)).toEqual({ size: 2, all: ["Second", "First"], found: ["Second", "First"] });
    expect(plants.get(2n)).toEqual({ id: 2n, name: "Second", tag: "b" });
    expect(plants.get(1)).toEqual({ id: 1n, name: "First" });
  });

  it("accepts more plants than a call accepts arguments", () => {
    const seed = Array.from({ length: 150_000 }, (_, id) => ({ id, name: "Fern" }));
    expect(listPlants({ plants: seed }).size).toBe(150_000);
  });

  it("keeps the order of creation across requests and add", async () => {
    const mock = createPlantStoreMock({ plants: [{ id: 9, name: "A" }] });
    const service = { fetch: mock.fetch, baseUrl, mock };
    await post(service, '{"id":5,"name":"B"}');
    mock.plants.add({ id: 7, name: "C" });
    await post(service, '{"id":1,"name":"D"}');
    expect(getViews(mock.plants)).toEqual({ size: 4, all: ["A", "B", "C", "D"], found: ["A", "B", "C", "D"] });
  });

  it("is empty after clear", () => {
    const plants = listPlants();
    plants.add({ id: 1, name: "Old" }, { id: 2, name: "Older" });
    plants.clear();
    expect(getViews(plants)).toEqual({ size: 0, all: [], found: [] });
    expect(plants.get(1)).toBeUndefined();
    plants.add({ id: 3, name: "New" });
    expect(getViews(plants)).toEqual({ size: 1, all: ["New"], found: ["New"] });
  });

  it("returns the latest plant with an id", () => {
    const plants = listPlants();
    plants.add({ id: 1, name: "Old", tag: "x" }, { id: 1, name: "New" });
    expect(plants.get(1)).toEqual({ id: 1n, name: "New" });
    expect(plants.get(1n)).toEqual({ id: 1n, name: "New" });
    expect(listNames(plants.all())).toEqual(["Old", "New"]);
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, "1" as never, undefined as never])(
    "has no plant with the id %s",
    (id) => {
      expect(listPlants({ plants: [{ id: 1, name: "Fern" }] }).get(id)).toBeUndefined();
    },
  );

  it("is safe to destructure and frozen", () => {
    const { plants } = createPlantStoreMock();
    const { add, all, get, findMany, clear } = plants;
    add({ id: 1, name: "Fern" });
    expect([all(), findMany((q) => q.where({ id: 1n })), [get(1)]]).toEqual(Array(3).fill([{ id: 1n, name: "Fern" }]));
    clear();
    expect(plants.size).toBe(0);
    expect(Object.isFrozen(plants)).toBe(true);
    expect(Object.keys(plants)).toEqual(["size", "all", "get", "findMany", "add", "clear"]);
  });

  it("returns lists that don't change", () => {
    const plants = listPlants({ plants: [{ id: 1, name: "Fern" }] });
    const before = plants.all();
    expect(() => (before as StoredPlant[]).push({ id: 2n, name: "Never" })).toThrow(TypeError);
    plants.add({ id: 3, name: "Moss" });
    expect(listNames(before)).toEqual(["Fern"]);
    expect(listNames(plants.all())).toEqual(["Fern", "Moss"]);
  });

  it("returns frozen copies without a field for an absent tag", () => {
    const plants = listPlants({
      plants: [
        { id: 1, name: "Fern", tag: undefined },
        { id: 2, name: "Moss", tag: "wet" },
      ],
    });
    for (const [first, second] of [plants.all(), plants.findMany((q) => q.where({})), [plants.get(1), plants.get(2)]]) {
      expect(first).toStrictEqual({ id: 1n, name: "Fern" });
      expect(second).toStrictEqual({ id: 2n, name: "Moss", tag: "wet" });
      expect(Object.isFrozen(first) && Object.isFrozen(second)).toBe(true);
      expect(Reflect.ownKeys(first ?? {})).toEqual(["id", "name"]);
    }
  });

  it("doesn't change when its input changes", () => {
    const given = { id: 1, name: "Fern", tag: "indoor" };
    const seed = [given];
    const mock = createPlantStoreMock({ plants: seed });
    given.name = "Changed";
    seed.push({ id: 2, name: "Late", tag: "x" });
    expect(mock.plants.all()).toEqual([{ id: 1n, name: "Fern", tag: "indoor" }]);
    mock.reset();
    expect(mock.plants.all()).toEqual([{ id: 1n, name: "Fern", tag: "indoor" }]);
  });

  it("drops unknown fields", () => {
    const plants = listPlants();
    const given = { id: 1, name: "Fern", color: "green" };
    plants.add(given);
    expect(plants.all()).toStrictEqual([{ id: 1n, name: "Fern" }]);
  });

  it.each([
    [{ id: 1.5, name: "Fern" }, "id must be an integer"],
    [{ id: 2n ** 63n, name: "Fern" }, "id must be an integer"],
    [{ id: 1 }, "name is required"],
    [{ id: 1, name: "Fern", tag: 5 }, "tag must be a string"],
    [{ id: 1, tag: 5 }, "name is required; tag must be a string"],
  ])("throws for %o and keeps the plants before it", (invalid, message) => {
    const plants = listPlants();
    expect(() => plants.add({ id: 1, name: "Good" }, invalid as never, { id: 2, name: "Never" })).toThrow(TypeError);
    expect(() => plants.add(invalid as never)).toThrow(message);
    expect(listNames(plants.all())).toEqual(["Good"]);
  });

  it('throws for an id in use with duplicateIds: "reject"', () => {
    const plants = listPlants({ duplicateIds: "reject", plants: [{ id: 1, name: "Fern" }] });
    const message = 'Invalid plant: the id 1 is in use, and duplicateIds is "reject"';
    expect(() => plants.add({ id: 1n, name: "Moss" })).toThrow(new TypeError(message));
    plants.clear();
    plants.add({ id: 1n, name: "Moss" });
    expect(listNames(plants.all())).toEqual(["Moss"]);
  });

  it("throws for an array of plants", () => {
    expect(() => listPlants().add([{ id: 1, name: "Fern" }] as never)).toThrow(
      new TypeError("Invalid plant: it is an array. Pass plants as separate arguments: add(...plants)"),
    );
  });

  it("returns the same frozen array from all until the plants change", () => {
    const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Fern" }] });
    const { all, add, clear, findMany } = mock.plants;
    for (const change of [() => add({ id: 2, name: "Moss" }), clear, mock.reset]) {
      const before = all();
      expect(all()).toBe(before);
      expect(Object.isFrozen(before)).toBe(true);
      change();
      expect(all()).not.toBe(before);
    }
    expect(Object.isFrozen(findMany((q) => q.where({})))).toBe(true);
  });

  it("throws for invalid options", () => {
    expect(() => listPlants({ plants: {} as never })).toThrow("Invalid options: plants must be an array of NewPlants");
    expect(() => createPlantStoreMock("x" as never)).toThrow("Invalid options: they must be an object");
    expect(() => listPlants({ duplicateIds: "refuse" as never })).toThrow('duplicateIds must be "accept" or "reject"');
    for (const delayMs of [-1, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY, "5s" as never]) {
      expect(() => listPlants({ delayMs })).toThrow("delayMs must be a number of milliseconds from 0 to 2147483647");
    }
    expect(() => listPlants({ plants: [{ id: 0.5, name: "Fern" }] })).toThrow("Invalid options: plants[0]: id must be");
    expect(() => listPlants({ tokens: "x" } as never)).toThrow(
      new TypeError("Invalid options: unknown option tokens, did you mean token?"),
    );
    for (const url of [
      "",
      "plants.example.com",
      "ftp://plants.example.com",
      "https://x/?a",
      "https://x/#a",
      "http://[",
    ]) {
      expect(() => listPlants({ baseUrl: url })).toThrow("Invalid options: baseUrl");
    }
  });
});

describe("mock.plants.findMany", () => {
  const seed = [
    { id: 1, name: "Fern", tag: "indoor" },
    { id: 2n ** 62n, name: "Moss" },
    { id: 3, name: "Fern tree", tag: "outdoor" },
  ];

  it("supports fields, functions, and, and or", () => {
    const plants = listPlants({ plants: seed });
    const found = (...query: Parameters<MockPlants["findMany"]>) => listNames(plants.findMany(...query));
    expect(found((q) => q.where({ name: "Moss" }))).toEqual(["Moss"]);
    expect(found((q) => q.where({ id: 2n ** 62n }))).toEqual(["Moss"]);
    expect(found((q) => q.where({ tag: "indoor", name: "Fern" }))).toEqual(["Fern"]);
    expect(found((q) => q.where({ id: 3, name: "Fern tree", tag: "outdoor" }))).toEqual(["Fern tree"]);
    expect(found((q) => q.where({ name: () => undefined as never }))).toEqual([]);
    expect(found((q) => q.where({ tag: "indoor", name: "Moss" }))).toEqual([]);
    expect(found((q) => q.where({ name: (name) => name.startsWith("Fern") }))).toEqual(["Fern", "Fern tree"]);
    expect(found((q) => q.where({ id: (id) => id > 2n }))).toEqual(["Moss", "Fern tree"]);
    expect(found((q) => q.where((plant) => plant.tag === undefined))).toEqual(["Moss"]);
    expect(found((q) => q.where({ name: "Moss" }).or({ tag: "indoor" }))).toEqual(["Fern", "Moss"]);
    expect(found((q) => q.where((plant) => plant.id < 9n).and({ tag: "outdoor" }))).toEqual(["Fern tree"]);
    expect(found((q) => q.or(q.where({ id: 1n }), q.where({ id: 3n })))).toEqual(["Fern", "Fern tree"]);
    expect(found((q) => q.where({}))).toEqual(["Fern", "Moss", "Fern tree"]);
  });

  it("accepts a number as id, also beyond the first condition", () => {
    const plants = listPlants({ plants: seed });
    expect(listNames(plants.findMany((q) => q.where({ id: 1 })))).toEqual(["Fern"]);
    expect(listNames(plants.findMany((q) => q.where({ id: 1 }).or({ id: 3 })))).toEqual(["Fern", "Fern tree"]);
  });

  it.each<[string, (q: PlantQuery) => unknown, string]>([
    ["an unknown field", (q) => q.where({ nam: "Fern" } as never), "condition: unknown field nam, did you mean name?"],
    [
      "a value of another type",
      (q) => q.where({}).and({ id: "1" as never }),
      "condition: id must be a number or a bigint, not text",
    ],
    [
      "two values of other types",
      (q) => q.where({ id: 0.5, name: 5 as never }),
      "condition: id must be an integer from -9223372036854775808 to 9223372036854775807; name must be a string",
    ],
    ["no object", (q) => q.where({}).or("Fern" as never), "condition must be an object with fields of a plant"],
    ["null", (q) => q.where(null as never), "condition must be an object with fields of a plant"],
    ["an async function", (q) => q.where(async () => false), "condition: the function returned a promise"],
    ["an async function of a field", (q) => q.where({ name: async () => false }), "the function returned a promise"],
    ["no query", () => true, "findMany: the function must return a query"],
  ])("throws for %s", (_, query, message) => {
    const find = () => listPlants({ plants: seed }).findMany(query as never);
    expect(find).toThrow(TypeError);
    expect(find).toThrow(message);
  });

  it("passes frozen plants to conditions", () => {
    const plants = listPlants({ plants: [{ id: 1, name: "Fern" }] });
    const change = (plant: StoredPlant) => Object.assign(plant, { name: "Changed" });
    expect(() => plants.findMany((q) => q.where(change))).toThrow(TypeError);
    expect(listNames(plants.all())).toEqual(["Fern"]);
  });

  it("tests each plant once", () => {
    const plants = listPlants({ plants: Array.from({ length: 1_000 }, (_, id) => ({ id, name: "Fern" })) });
    let tested = 0;
    plants.findMany((q) => q.where(() => (tested += 1)));
    expect(tested).toBe(1_000);
  });
});

describe("mock.reset", () => {
  it("restores the plants of the options every time", () => {
    const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Seeded" }], duplicateIds: "reject" });
    for (let round = 0; round < 3; round++) {
      mock.plants.add({ id: 2, name: "Added" });
      mock.reset();
      expect(getViews(mock.plants)).toEqual({ size: 1, all: ["Seeded"], found: ["Seeded"] });
      expect(mock.plants.get(2)).toBeUndefined();
    }
  });

  it("leaves other mocks alone", () => {
    const one = createPlantStoreMock({ plants: [{ id: 1, name: "One" }] });
    const two = createPlantStoreMock();
    two.plants.add({ id: 1, name: "Two" });
    one.reset();
    expect(listNames(two.plants.all())).toEqual(["Two"]);
  });
});
