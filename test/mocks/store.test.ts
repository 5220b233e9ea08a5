import { createPlantStoreMock, type MockPlants, type StoredPlant } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { post } from "../support/post.ts";

const baseUrl = "https://plants.example.com";

function plantsOf(options: Parameters<typeof createPlantStoreMock>[0] = {}): MockPlants {
  return createPlantStoreMock(options).plants;
}

const namesOf = (plants: readonly StoredPlant[]) => plants.map(({ name }) => name);

/** All that the views show of one moment. */
const viewsOf = (plants: MockPlants) => ({
  size: plants.size,
  all: namesOf(plants.all()),
  found: namesOf(plants.findMany((q) => q.where({}))),
});

describe("mock.plants", () => {
  it("is empty at first", () => {
    const plants = plantsOf();
    expect(viewsOf(plants)).toEqual({ size: 0, all: [], found: [] });
    expect(plants.get(1)).toBeUndefined();
  });

  it("shows a seed at once", () => {
    const plants = plantsOf({
      plants: [
        { id: 2, name: "Second", tag: "b" },
        { id: 1n, name: "First" },
      ],
    });
    expect(viewsOf(plants)).toEqual({ size: 2, all: ["Second", "First"], found: ["Second", "First"] });
    expect(plants.get(2n)).toEqual({ id: 2n, name: "Second", tag: "b" });
    expect(plants.get(1)).toEqual({ id: 1n, name: "First" });
  });

  it("takes a seed of more plants than a call takes arguments", { timeout: 30_000 }, () => {
    const seed = Array.from({ length: 150_000 }, (_, id) => ({ id, name: "Fern" }));
    expect(plantsOf({ plants: seed }).size).toBe(150_000);
  });

  it("keeps the order of creation, through requests and add alike", async () => {
    const mock = createPlantStoreMock({ plants: [{ id: 9, name: "A" }] });
    const service = { fetch: mock.fetch, baseUrl, mock };
    await post(service, '{"id":5,"name":"B"}');
    mock.plants.add({ id: 7, name: "C" });
    await post(service, '{"id":1,"name":"D"}');
    expect(viewsOf(mock.plants)).toEqual({ size: 4, all: ["A", "B", "C", "D"], found: ["A", "B", "C", "D"] });
  });

  it("shows nothing of what was cleared", () => {
    const plants = plantsOf();
    plants.add({ id: 1, name: "Old" }, { id: 2, name: "Older" });
    plants.clear();
    expect(viewsOf(plants)).toEqual({ size: 0, all: [], found: [] });
    expect(plants.get(1)).toBeUndefined();
    plants.add({ id: 3, name: "New" });
    expect(viewsOf(plants)).toEqual({ size: 1, all: ["New"], found: ["New"] });
  });

  it("gives the latest plant with an id", () => {
    const plants = plantsOf();
    plants.add({ id: 1, name: "Old", tag: "x" }, { id: 1, name: "New" });
    expect(plants.get(1)).toEqual({ id: 1n, name: "New" });
    expect(plants.get(1n)).toEqual({ id: 1n, name: "New" });
    expect(namesOf(plants.all())).toEqual(["Old", "New"]);
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, "1" as never, undefined as never])(
    "has no plant with the id %s",
    (id) => {
      expect(plantsOf({ plants: [{ id: 1, name: "Fern" }] }).get(id)).toBeUndefined();
    },
  );

  it("needs no this, and can't be changed", () => {
    const { plants } = createPlantStoreMock();
    const { add, all, get, findMany, clear } = plants;
    add({ id: 1, name: "Fern" });
    expect([all(), findMany((q) => q.where({ id: 1n })), [get(1)]]).toEqual(Array(3).fill([{ id: 1n, name: "Fern" }]));
    clear();
    expect(plants.size).toBe(0);
    expect(Object.isFrozen(plants)).toBe(true);
    expect(Object.keys(plants)).toEqual(["size", "all", "get", "findMany", "add", "clear"]);
  });

  it("hands out lists that stay as they are", () => {
    const plants = plantsOf({ plants: [{ id: 1, name: "Fern" }] });
    const before = plants.all();
    (before as StoredPlant[]).push({ id: 2n, name: "Never" });
    plants.add({ id: 3, name: "Moss" });
    expect(namesOf(before)).toEqual(["Fern", "Never"]);
    expect(namesOf(plants.all())).toEqual(["Fern", "Moss"]);
  });

  it("hands out frozen copies, without a field for an absent tag", () => {
    const plants = plantsOf({
      plants: [
        { id: 1, name: "Fern" },
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

  it("does not change when what it was given changes", () => {
    const given = { id: 1, name: "Fern", tag: "indoor" };
    const seed = [given];
    const mock = createPlantStoreMock({ plants: seed });
    given.name = "Changed";
    seed.push({ id: 2, name: "Late", tag: "x" });
    expect(mock.plants.all()).toEqual([{ id: 1n, name: "Fern", tag: "indoor" }]);
    mock.reset();
    expect(mock.plants.all()).toEqual([{ id: 1n, name: "Fern", tag: "indoor" }]);
  });

  it("drops unknown fields of what it is given", () => {
    const plants = plantsOf();
    const given = { id: 1, name: "Fern", colour: "green" };
    plants.add(given);
    expect(plants.all()).toStrictEqual([{ id: 1n, name: "Fern" }]);
  });

  it.each([
    [{ id: 1.5, name: "Fern" }, "id must be an integer"],
    [{ id: 2n ** 63n, name: "Fern" }, "id must be an integer"],
    [{ id: 1 }, "name is required"],
    [{ id: 1, name: "Fern", tag: 5 }, "tag must be a string"],
    [{ id: 1, tag: 5 }, "name is required; tag must be a string"],
  ])("refuses to add %o, and keeps those before it", (invalid, message) => {
    const plants = plantsOf();
    expect(() => plants.add({ id: 1, name: "Good" }, invalid as never, { id: 2, name: "Never" })).toThrow(TypeError);
    expect(() => plants.add(invalid as never)).toThrow(message);
    expect(namesOf(plants.all())).toEqual(["Good"]);
  });

  it('refuses to add an id in use with duplicateIds: "reject"', () => {
    const plants = plantsOf({ duplicateIds: "reject", plants: [{ id: 1, name: "Fern" }] });
    const message = 'The plant to add has the id 1, which is in use, and duplicateIds is "reject".';
    expect(() => plants.add({ id: 1n, name: "Moss" })).toThrow(new TypeError(message));
    plants.clear();
    plants.add({ id: 1n, name: "Moss" });
    expect(namesOf(plants.all())).toEqual(["Moss"]);
  });

  it("takes any options but invalid ones", () => {
    expect(() => plantsOf({ duplicateIds: "refuse" as never })).toThrow('duplicateIds must be "accept" or "reject".');
    for (const delayMs of [-1, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY, "5s" as never]) {
      expect(() => plantsOf({ delayMs })).toThrow("delayMs must be a number of milliseconds, 0 or more.");
    }
    expect(() => plantsOf({ plants: [{ id: 0.5, name: "Fern" }] })).toThrow("The plant to add is invalid: id must be");
    expect(() => plantsOf({ tokens: "x" } as never)).toThrow(
      new TypeError("There is no option tokens. A mock takes baseUrl, token, plants, duplicateIds and delayMs."),
    );
    for (const url of [
      "",
      "plants.example.com",
      "ftp://plants.example.com",
      "https://x/?a",
      "https://x/#a",
      "http://[",
    ]) {
      expect(() => plantsOf({ baseUrl: url })).toThrow("baseUrl must be");
    }
  });
});

describe("mock.plants.findMany", () => {
  const seed = [
    { id: 1, name: "Fern", tag: "indoor" },
    { id: 2n ** 62n, name: "Moss" },
    { id: 3, name: "Fern tree", tag: "outdoor" },
  ];

  it("finds by fields, functions, and and or", () => {
    const plants = plantsOf({ plants: seed });
    const found = (...query: Parameters<MockPlants["findMany"]>) => namesOf(plants.findMany(...query));
    expect(found((q) => q.where({ name: "Moss" }))).toEqual(["Moss"]);
    expect(found((q) => q.where({ id: 2n ** 62n }))).toEqual(["Moss"]);
    expect(found((q) => q.where({ tag: "indoor", name: "Fern" }))).toEqual(["Fern"]);
    expect(found((q) => q.where({ tag: "indoor", name: "Moss" }))).toEqual([]);
    expect(found((q) => q.where({ name: (name) => name.startsWith("Fern") }))).toEqual(["Fern", "Fern tree"]);
    expect(found((q) => q.where({ id: (id) => id > 2n }))).toEqual(["Moss", "Fern tree"]);
    expect(found((q) => q.where((plant) => plant.tag === undefined))).toEqual(["Moss"]);
    expect(found((q) => q.where({ name: "Moss" }).or({ tag: "indoor" }))).toEqual(["Fern", "Moss"]);
    expect(found((q) => q.where((plant) => plant.id < 9n).and({ tag: "outdoor" }))).toEqual(["Fern tree"]);
    expect(found((q) => q.or(q.where({ id: 1n }), q.where({ id: 3n })))).toEqual(["Fern", "Fern tree"]);
    expect(found((q) => q.where({}))).toEqual(["Fern", "Moss", "Fern tree"]);
  });

  it("shows a condition no record that it could change", () => {
    const plants = plantsOf({ plants: [{ id: 1, name: "Fern" }] });
    const change = (plant: StoredPlant) => Object.assign(plant, { name: "Changed" });
    expect(() => plants.findMany((q) => q.where(change))).toThrow(TypeError);
    expect(namesOf(plants.all())).toEqual(["Fern"]);
  });

  it("tests each plant once", () => {
    const plants = plantsOf({ plants: Array.from({ length: 1_000 }, (_, id) => ({ id, name: "Fern" })) });
    let tested = 0;
    plants.findMany((q) => q.where(() => (tested += 1)));
    expect(tested).toBe(1_000);
  });
});

describe("mock.reset", () => {
  it("goes back to the plants of the options, as often as it is called", () => {
    const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Seeded" }], duplicateIds: "reject" });
    for (let round = 0; round < 3; round++) {
      mock.plants.add({ id: 2, name: "Added" });
      mock.reset();
      expect(viewsOf(mock.plants)).toEqual({ size: 1, all: ["Seeded"], found: ["Seeded"] });
      expect(mock.plants.get(2)).toBeUndefined();
    }
  });

  it("keeps each mock to itself", () => {
    const one = createPlantStoreMock({ plants: [{ id: 1, name: "One" }] });
    const two = createPlantStoreMock();
    two.plants.add({ id: 1, name: "Two" });
    one.reset();
    expect(namesOf(two.plants.all())).toEqual(["Two"]);
  });
});
