import { newPlantFormSchema, newPlantSchema } from "plant-store-sdk";
import { describe, expect, it } from "vitest";

/** Written independently of the package. */
type StandardSchema = {
  "~standard": {
    version: 1;
    vendor: string;
    validate: (value: unknown) => unknown;
  };
};

const validate = (schema: StandardSchema, value: unknown) =>
  schema["~standard"].validate(value) as {
    value?: unknown;
    issues?: readonly { code: string; message: string; path?: readonly unknown[] }[];
  };
const getIssues = (schema: StandardSchema, value: unknown) =>
  validate(schema, value).issues?.map(({ message, path }) => `${path?.join(".")}: ${message}`);
const getCodes = (schema: StandardSchema, value: unknown) => validate(schema, value).issues?.map(({ code }) => code);

const MAX_INT64 = 2n ** 63n - 1n;
const RANGE = "from -9223372036854775808 to 9223372036854775807";

describe.each<[string, StandardSchema]>([
  ["newPlantSchema", newPlantSchema],
  ["newPlantFormSchema", newPlantFormSchema],
])("%s", (_, schema) => {
  it("is a Standard Schema of version 1", () => {
    const { version, vendor } = schema["~standard"];
    expect([version, vendor]).toEqual([1, "plant-store-sdk"]);
  });
});

describe("newPlantSchema", () => {
  it.each<[string, object, object]>([
    ["a tag", { id: 7, name: "Fern", tag: "indoor" }, { id: 7, name: "Fern", tag: "indoor" }],
    ["no tag", { id: 7, name: "Fern" }, { id: 7, name: "Fern" }],
    ["a tag that is undefined", { id: 7, name: "Fern", tag: undefined }, { id: 7, name: "Fern" }],
    ["empty texts", { id: 7, name: "", tag: "" }, { id: 7, name: "", tag: "" }],
    ["an id beyond 2^53", { id: MAX_INT64, name: "Fern" }, { id: MAX_INT64, name: "Fern" }],
  ])("accepts %s", (_, value, expected) => {
    expect(validate(newPlantSchema, value)).toStrictEqual({ value: expected });
  });

  it.each<[string, object, string[]]>([
    ["an empty object", {}, ["id: id is required", "name: name is required"]],
    ["a name of undefined", { id: 1, name: undefined }, ["name: name is required"]],
    ["a name of null", { id: 1, name: null }, ["name: name must be a string"]],
    ["a tag of null", { id: 1, name: "Fern", tag: null }, ["tag: tag must be a string, not null: omit it"]],
    ["several problems", { id: 1, name: 2, tag: 3 }, ["name: name must be a string", "tag: tag must be a string"]],
  ])("has an issue for each invalid field: %s", (_, value, issues) => {
    expect(getIssues(newPlantSchema, value)).toEqual(issues);
  });

  it("has an issue with the code type for a field of another type", () => {
    expect(getCodes(newPlantSchema, { id: 1, name: 2, tag: 3 })).toEqual(["type", "type"]);
  });

  it.each<[string, object, string]>([
    ["nmae", { id: 1, nmae: "x" }, "name: name is required, did you mean name instead of nmae?"],
    [
      "a control character",
      { id: 1, "name\u001b": 0 },
      "name: name is required, did you mean name instead of name\\u001b?",
    ],
  ])("suggests the field that a misspelled one means: %s", (_, value, issue) => {
    expect(getIssues(newPlantSchema, value)).toEqual([issue]);
  });

  it.each<[code: string, id: unknown, problem: string]>([
    ["range", 2 ** 53, "isn't exact as a number beyond 2^53. Pass a bigint"],
    ["range", -(2 ** 53), "isn't exact as a number beyond 2^53. Pass a bigint"],
    ["range", MAX_INT64 + 1n, `must be an integer ${RANGE}`],
    ["range", -MAX_INT64 - 2n, `must be an integer ${RANGE}`],
    ["type", 1.5, `must be an integer ${RANGE}`],
    ["type", Number.POSITIVE_INFINITY, `must be an integer ${RANGE}`],
    ["type", null, `must be an integer ${RANGE}`],
    ["type", "1", "must be an integer, not text. In JavaScript, parsePlantId converts it"],
  ])("has an issue with the code %s for the id %o", (code, id, problem) => {
    expect(getCodes(newPlantSchema, { id, name: "Fern" })).toEqual([code]);
    expect(getIssues(newPlantSchema, { id, name: "Fern" })).toEqual([`id: id ${problem}`]);
  });
});

describe("newPlantFormSchema", () => {
  it("reads a form", () => {
    const form = { id: "1042", name: "Fern", tag: "indoor" };
    expect(validate(newPlantFormSchema, form)).toStrictEqual({ value: { id: 1042n, name: "Fern", tag: "indoor" } });
  });
});
