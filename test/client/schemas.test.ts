import fc from "fast-check";
import { errorSchema, newPlantFormSchema, newPlantSchema, parsePlantId, plantSchema } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { withPolluted } from "../support/test-client.ts";
import { thrownBy } from "../support/thrown-by.ts";

/** Written independently of the package. */
type StandardSchema = { "~standard": { version: 1; vendor: string; validate: (value: unknown) => unknown } };

const schemas = { plantSchema, newPlantSchema, errorSchema, newPlantFormSchema };
const validate = (schema: StandardSchema, value: unknown) =>
  schema["~standard"].validate(value) as {
    value?: unknown;
    issues?: readonly { message: string; path?: readonly unknown[] }[];
  };
const getIssues = (schema: StandardSchema, value: unknown) =>
  validate(schema, value).issues?.map(({ message, path }) => `${path?.join(".")}: ${message}`);

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const RANGE = "from -9223372036854775808 to 9223372036854775807";
const FERN = { name: "Fern", tag: "indoor" };

describe.each(Object.entries<StandardSchema>(schemas))("%s", (_, schema) => {
  it("is a Standard Schema of version 1", () => {
    const { version, vendor } = schema["~standard"];
    expect([version, vendor]).toEqual([1, "plant-store-sdk"]);
  });

  it.each([undefined, null, 1n, "text", [], () => {}])("rejects %o, which isn't an object", (value) => {
    expect(getIssues(schema, value)).toEqual(["undefined: expected an object"]);
  });
});

describe("a record schema", () => {
  it.each<[keyof typeof schemas, object, object]>([
    ["plantSchema", { name: "", tag: "" }, { name: "", tag: "" }],
    ["plantSchema", { name: "Fern", id: 1 }, { name: "Fern" }],
    ["plantSchema", { name: "Fern", tag: undefined }, { name: "Fern", tag: undefined }],
    ["newPlantSchema", { ...FERN, id: 7, toJSON: () => ({}) }, { ...FERN, id: 7 }],
    ["newPlantSchema", { ...FERN, id: MAX_INT64 }, { ...FERN, id: MAX_INT64 }],
    ["errorSchema", { error: -(2 ** 31), message: "", name: "x" }, { error: -(2 ** 31), message: "" }],
  ])("keeps the fields of the contract and drops others: %s, %o", (name, value, expected) => {
    expect(validate(schemas[name], value)).toStrictEqual({ value: expected, issues: undefined });
  });

  it.each<[keyof typeof schemas, object, string[]]>([
    ["plantSchema", {}, ["name: name is required"]],
    ["plantSchema", { name: null, tag: 2 }, ["name: name must be a string", "tag: tag must be a string"]],
    ["plantSchema", { name: "Fern", tag: null }, ["tag: tag must be a string"]],
    ["newPlantSchema", {}, ["id: id is required", "name: name is required"]],
    ["newPlantSchema", { id: 1, name: undefined }, ["name: name must be a string"]],
    ["newPlantSchema", { id: 1, nam: "x" }, ["name: name is required, did you mean name instead of nam?"]],
    ["newPlantSchema", { ID: 1, name: "x" }, ["id: id is required, did you mean id instead of ID?"]],
    ["newPlantSchema", { id: 1, "na\u001bm": 0 }, ["name: name is required, did you mean name instead of na\\u001bm?"]],
    ["newPlantSchema", { id: 1, tag: "name", color: "green" }, ["name: name is required"]],
    ["errorSchema", { error: 1.5, message: 1 }, ["error: error must be an int32", "message: message must be a string"]],
  ])("has an issue for each invalid field: %s, %o", (name, value, issues) => {
    expect(getIssues(schemas[name], value)).toEqual(issues);
  });

  it.each<[string, unknown[]]>([
    ["id isn't exact as a number. Pass a bigint, such as 9007199254740993n", [2 ** 53, -(2 ** 53)]],
    [`id must be an integer ${RANGE}`, [MAX_INT64 + 1n, 1.5, null, Object(1)]],
    ["id must be a number or a bigint, not text. Convert it with parsePlantId", ["1"]],
  ])("describes the problem with an id: %s, %o", (message, ids) => {
    for (const id of ids) {
      expect(getIssues(newPlantSchema, { id, name: "Fern" })).toEqual([`id: ${message}`]);
    }
  });

  it.each(["value", "issues", "id", "name", "tag", "error", "message"])(
    "isn't changed by a polluted %s",
    async (name) => {
      const inputs: object[] = [{}, { id: 1n, ...FERN }, { id: "1", ...FERN }, { error: 7, message: "no" }];
      const validateAll = () =>
        Object.values(schemas).flatMap((schema) =>
          inputs.map((input) => ({ issues: undefined, ...validate(schema, input) })),
        );
      const expected = validateAll();
      for (const descriptor of [{ set() {}, get: () => "evil" }, { value: [] }]) {
        expect(await withPolluted(name, descriptor, validateAll)).toEqual(expected);
      }
    },
  );
});

describe("newPlantFormSchema", () => {
  it.each<[bigint, object, object?]>([
    [1042n, { id: "1042", ...FERN }, FERN],
    [2n ** 53n + 1n, { id: " 9007199254740993\n", name: " Fern ", tag: " a " }, { name: " Fern ", tag: " a " }],
    [0n, { id: "-0", name: "Fern", tag: "  " }],
    [1n, { id: "1", name: "Fern", tag: null, submit: "Create" }],
    [1n, Object.freeze({ id: "1", name: "Fern", tag: undefined })],
  ])("reads the id %d of %o, and its texts", (id, form, texts = { name: "Fern" }) => {
    expect(validate(newPlantFormSchema, form)).toStrictEqual({ value: { id, ...texts }, issues: undefined });
  });

  it.each<[object, string[]]>([
    [{}, ["id: Enter an id", "name: Enter a name"]],
    [{ id: "  ", name: "\t", tag: "" }, ["id: Enter an id", "name: Enter a name"]],
    [{ id: null, name: undefined }, ["id: Enter an id", "name: Enter a name"]],
    [{ id: "12 ferns", name: "Fern" }, ["id: Use digits only, without leading zeros"]],
    [{ id: 1042, name: {}, tag: 1 }, ["id: id must be text", "name: name must be text", "tag: tag must be text"]],
  ])("rejects %o with messages for end users", (form, issues) => {
    expect(getIssues(newPlantFormSchema, form)).toEqual(issues);
  });
});

describe("parsePlantId", () => {
  it("reads every int64 exactly, and ignores surrounding white space", () => {
    const space = fc.constantFrom("", " ", "\t", "\r\n", "\u00a0", "\ufeff");
    const ids = fc.oneof(fc.bigInt({ min: MIN_INT64, max: MAX_INT64 }), fc.constantFrom(0n, MIN_INT64, MAX_INT64));
    fc.assert(
      fc.property(space, ids, space, (before, id, after) => {
        expect(parsePlantId(`${before}${id}${after}`)).toBe(id);
      }),
    );
    expect(parsePlantId("-0")).toBe(0n);
  });

  it.each<[string, unknown[]]>([
    ["Enter an id", ["", " \n"]],
    [
      "Use digits only, without leading zeros",
      [...["-", "+1", "--1", "01", "-01", "1 2", "1.0", "1e3", "0x10", "1_000", "1n", "fern", "١"]],
    ],
    [`Enter an id ${RANGE}`, ["9223372036854775808", "-9223372036854775809", "1".repeat(21), "9".repeat(2 ** 20)]],
    ['id must be text, such as "1042"', [undefined, null, 1, ["1"]]],
  ])("throws PlantStoreInputError: %s", (message, values) => {
    for (const value of values) {
      expect(thrownBy(() => parsePlantId(value as string))).toMatchObject({
        name: "PlantStoreInputError",
        message: `Invalid id: ${message}`,
        issues: [{ message, path: ["id"] }],
      });
    }
  });
});
