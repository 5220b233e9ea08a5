import { errorSchema, newPlantSchema, plantSchema } from "plant-store-sdk";
import { describe, expect, it } from "vitest";

/** What the Standard Schema specification asks of a schema, without the library that wrote it. */
interface StandardSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
  };
}

interface StandardResult {
  readonly value?: unknown;
  readonly issues?:
    | readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
      }[]
    | undefined;
}

/** Each issue as a form library shows it: the way to the field, and the message. */
async function issuesOf(schema: StandardSchema, value: unknown): Promise<string[] | undefined> {
  const { issues } = await schema["~standard"].validate(value);
  return issues?.map(({ message, path = [] }) => {
    const keys = path.map((part) => String(typeof part === "object" ? part.key : part));
    return `${keys.join(".")}: ${message}`;
  });
}

const schemas: [string, StandardSchema][] = [
  ["plantSchema", plantSchema],
  ["newPlantSchema", newPlantSchema],
  ["errorSchema", errorSchema],
];

describe.each(schemas)("%s", (_, schema) => {
  it("is a Standard Schema of version 1", () => {
    expect(schema["~standard"]).toMatchObject({ version: 1, vendor: "valibot", validate: expect.any(Function) });
  });

  it.each([undefined, null, 1, 1n, true, "text", () => {}, Symbol("record")])("refuses %s", async (value) => {
    expect(await issuesOf(schema, value)).toEqual([": it must be an object"]);
  });
});

describe("plantSchema", () => {
  it.each([
    [{ name: "Fern" }, { name: "Fern" }],
    [
      { name: "Fern", tag: "indoor" },
      { name: "Fern", tag: "indoor" },
    ],
    [{ name: "" }, { name: "" }],
    [
      { name: "Fern", id: 1, tag: "" },
      { name: "Fern", tag: "" },
    ],
  ])("takes %j as %j (I4)", async (value, plant) => {
    expect(await plantSchema["~standard"].validate(value)).toEqual({ typed: true, value: plant, issues: undefined });
  });

  it.each([
    [{}, ["name: name is required"]],
    [[], ["name: name is required"]],
    [{ name: null }, ["name: name must be a string"]],
    [{ name: 1, tag: 2 }, ["name: name must be a string", "tag: tag must be a string"]],
    [{ name: "Fern", tag: null }, ["tag: tag must be a string"]],
    [{ Name: "Fern" }, ["name: name is required"]],
  ])("refuses %j (I4)", async (value, issues) => {
    expect(await issuesOf(plantSchema, value)).toEqual(issues);
  });
});

describe("newPlantSchema", () => {
  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [
      { id: 1, name: "Fern" },
      { id: 1, name: "Fern" },
    ],
    [
      { id: 2n ** 63n - 1n, name: "Fern", tag: "indoor", color: "green" },
      { id: 2n ** 63n - 1n, name: "Fern", tag: "indoor" },
    ],
  ])("takes an exact id, and drops what is not named (I5)", async (value, newPlant) => {
    expect(await newPlantSchema["~standard"].validate(value)).toMatchObject({ value: newPlant });
    expect(await issuesOf(newPlantSchema, value)).toBeUndefined();
  });

  it.each<[unknown, string[]]>([
    [{ name: "Fern" }, ["id: id is required"]],
    [
      { id: "1" },
      ["id: id must be an integer from -9223372036854775808 to 9223372036854775807", "name: name is required"],
    ],
    [{ id: 2 ** 53, name: "Fern" }, ["id: id must be a bigint beyond ±9007199254740991, such as 9007199254740993n"]],
  ])("refuses %j (I5)", async (value, issues) => {
    expect(await issuesOf(newPlantSchema, value)).toEqual(issues);
  });
});

describe("errorSchema", () => {
  it.each([0, -0, 1, -1, 400, 2_147_483_647, -2_147_483_648])("takes the int32 %s (I6)", async (error) => {
    expect(await errorSchema["~standard"].validate({ error, message: "no", more: 1 })).toMatchObject({
      value: { error, message: "no" },
    });
    expect(await issuesOf(errorSchema, { error, message: "no" })).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ["2^31", 2_147_483_648],
    ["-2^31 - 1", -2_147_483_649],
    ["2^32", 4_294_967_296],
    ["1.5", 1.5],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["text", "1"],
    ["true", true],
    ["null", null],
    ["undefined", undefined],
    ["a list", [1]],
    ["an object", {}],
    ["a bigint", 1n],
    ["a symbol", Symbol("1")],
    ["an object that has no value", JSON.parse('{"valueOf":1,"toString":1}')],
  ])("refuses as the error %s (I6)", async (_, error) => {
    expect(await issuesOf(errorSchema, { error, message: "no" })).toEqual(["error: error must be an int32"]);
  });

  it.each([
    [{}, ["error: error is required", "message: message is required"]],
    [{ error: 1 }, ["message: message is required"]],
    [{ error: 1, message: null }, ["message: message must be a string"]],
    [{ error: 1, message: ["no"] }, ["message: message must be a string"]],
  ])("refuses %j (I6)", async (value, issues) => {
    expect(await issuesOf(errorSchema, value)).toEqual(issues);
  });
});
