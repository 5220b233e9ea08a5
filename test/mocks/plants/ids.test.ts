import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { startMock } from "../../support/adapter.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { mockApp } from "../../support/mock-app.ts";
import { badRequest, post } from "../../support/post.ts";

const IDS: readonly (readonly [digits: string, kept: number | bigint])[] = [
  ["0", 0],
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["9007199254740993", 9007199254740993n],
  ["9223372036854775807", 9223372036854775807n],
  ["-9007199254740991", -9007199254740991],
  ["-9007199254740992", -9007199254740992n],
  ["-9007199254740993", -9007199254740993n],
  ["-9223372036854775808", -9223372036854775808n],
];

describe.each(IDS)("the id %s", (digits, kept) => {
  const plant = { id: kept, name: "Fern" };
  const json = `{"id":${digits},"name":"Fern"}`;

  it.each([
    ["as it is kept", kept],
    ["as a bigint", BigInt(digits)],
  ])("is a number only where that is exact, added %s", (_, id) => {
    const { plants } = createPlantStoreMock();
    plants.add({ id, name: "Fern" });
    expect(plants.all()).toStrictEqual([plant]);
  });

  it.each([
    ["as it is kept", kept],
    ["as a bigint", BigInt(digits)],
  ])("is the only one that a condition matches %s", (_, id) => {
    const neighbors = [BigInt(digits) - 1n, BigInt(digits) + 1n].filter((other) => BigInt.asIntN(64, other) === other);
    const others = neighbors.map((other) => ({ id: other, name: "Moss" }));
    const { plants } = createPlantStoreMock({ plants: [...others, plant] });
    expect(plants.findMany((q) => q.where({ id }))).toEqual([plant]);
  });

  it("has all its digits in the control API", async () => {
    const { control } = mockApp();
    expect(await control("POST", "/plants", json)).toEqual([201, `[${json}]`]);
    expect(await control("GET", `/plants?id=${digits}`)).toEqual([200, `[${json}]`]);
  });
});

describe("an id that is a safe integer", () => {
  it("is 0 when it is -0", () => {
    const { plants } = createPlantStoreMock({ plants: [{ id: -0, name: "Fern" }] });
    expect(plants.get(-0)).toStrictEqual({ id: 0, name: "Fern" });
    expect(plants.findMany((q) => q.where({ id: -0 }))).toHaveLength(1);
  });

  it("is in use as a number and as a bigint", async () => {
    const { mock, ...service } = startMock({ duplicateIds: "reject", plants: [{ id: 1n, name: "Moss" }] });
    const message = "id 1 is in use, and this mock rejects duplicate ids";
    expect(() => mock.plants.add({ id: 1, name: "Fern" })).toThrow(message);
    expect(() => mock.plants.add({ id: 2n, name: "Fern" }, { id: 2, name: "Fern" })).toThrow("plants[1]: the id 2 is");
    expect(await post(service, FERN_JSON)).toEqual(badRequest(`The ${message}.`));
  });
});
