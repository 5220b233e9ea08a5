import fc from "fast-check";
import { parseNewPlantForm, parsePlantId } from "plant-store-sdk";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { thrownBy } from "../support/thrown-by.ts";

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const DIGITS = "digits without leading zeros, such as 1042 or -5";
const RANGE = "from -9223372036854775808 to 9223372036854775807";

function formData(fields: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value);
  }
  return form;
}

describe("parseNewPlantForm", () => {
  it.each<[string, object, object]>([
    ["all fields", { id: "1042", name: "Fern", tag: "indoor" }, { id: 1042n, name: "Fern", tag: "indoor" }],
    ["an id beyond 2^53", { id: "9007199254740993", name: "Fern" }, { id: 9007199254740993n, name: "Fern" }],
    ["an id with white space", { id: " 7\n", name: "Fern" }, { id: 7n, name: "Fern" }],
    ["texts as they are", { id: "7", name: " Fern ", tag: " a " }, { id: 7n, name: " Fern ", tag: " a " }],
    ["a blank tag as none", { id: "-0", name: "Fern", tag: "  " }, { id: 0n, name: "Fern" }],
    ["a tag of null as none", { id: "7", name: "Fern", tag: null }, { id: 7n, name: "Fern" }],
    ["other fields as none", { id: "7", name: "Fern", tags: "a", submit: 1 }, { id: 7n, name: "Fern" }],
    ["a frozen object", Object.freeze({ id: "7", name: "Fern" }), { id: 7n, name: "Fern" }],
  ])("reads %s", (_, values, value) => {
    expect(parseNewPlantForm(values)).toStrictEqual({ value });
  });

  it.each<[string, object, string[]]>([
    ["an empty object", {}, ["Enter an id", "Enter a name"]],
    ["blank texts", { id: " \u200b", name: "\t", tag: "" }, ["Enter an id", "Enter a name"]],
    ["null and undefined", { id: null, name: undefined }, ["Enter an id", "Enter a name"]],
    ["an id with other characters", { id: "12 ferns", name: "Fern" }, [`Use ${DIGITS}`]],
    ["an id out of range", { id: "9223372036854775808", name: "Fern" }, [`Enter an id ${RANGE}`]],
    ["a bigint", { id: 7n, name: "Fern" }, ["id must be text"]],
    [
      "values that aren't text",
      { id: 0, name: {}, tag: false },
      ["id must be text", "name must be text", "tag must be text"],
    ],
  ])("has messages for end users: %s", (_, values, messages) => {
    expect(parseNewPlantForm(values).issues?.map(({ message }) => message)).toEqual(messages);
  });

  it.each<[code: string, title: string, id: unknown]>([
    ["required", "undefined", undefined],
    ["required", "blank text", " "],
    ["format", "letters", "a dozen"],
    ["format", "leading zeros", "007"],
    ["format", "a fraction", "1.5"],
    ["range", "an integer beyond int64", "9223372036854775808"],
    ["type", "a number", 1],
  ])("has an issue with the code %s: %s", (code, _, id) => {
    expect(parseNewPlantForm({ id, name: "Fern" }).issues).toMatchObject([{ code, path: ["id"] }]);
  });

  it.each([undefined, null, "text", 7, []])("refuses %o", (values) => {
    expect(parseNewPlantForm(values as object)).toEqual({ issues: [{ code: "type", message: "expected an object" }] });
  });

  it("reads a FormData", () => {
    const form = formData({ id: "9007199254740993", name: "Fern", tag: "", submit: "Create" });
    expect(parseNewPlantForm(form)).toStrictEqual({ value: { id: 9007199254740993n, name: "Fern" } });
  });

  it("reads a FormData that isn't the runtime's, such as jsdom's", () => {
    const form: unknown = new Map([...formData({ id: "7", name: "Fern" })]);
    expect(parseNewPlantForm(form as FormData)).toStrictEqual({ value: { id: 7n, name: "Fern" } });
  });
});

describe("parsePlantId", () => {
  it("reads every int64 exactly with surrounding white space and invisible characters", () => {
    const space = fc.constantFrom("", " ", "\t", "\r\n", "\u00a0", "\ufeff", "\u200b", "\u202d");
    const ids = fc.oneof(fc.bigInt({ min: MIN_INT64, max: MAX_INT64 }), fc.constantFrom(0n, MIN_INT64, MAX_INT64));
    fc.assert(
      fc.property(space, ids, space, (before, id, after) => {
        expect(parsePlantId(`${before}${id}${after}`)).toBe(id);
      }),
      { seed: 1042 },
    );
  });

  // `BigInt` takes quadratic time.
  it("converts no more digits than it takes to be out of range", () => {
    const convert = vi.spyOn(globalThis, "BigInt");
    onTestFinished(() => void convert.mockRestore());
    thrownBy(() => parsePlantId("9".repeat(1_000_000)));
    expect(convert.mock.calls).toEqual([["9".repeat(21)]]);
  });

  it.each<[code: string, requirement: string, unknown[]]>([
    [
      "format",
      DIGITS,
      ["", " \n", "-", "+1", "--1", "01", "-01", "1 2", "1.0", "1e3", "0x10", "1_000", "1n", "fern", "١"],
    ],
    [
      "range",
      `an integer ${RANGE}`,
      ["9223372036854775808", "-9223372036854775809", "1".repeat(21), "9".repeat(2 ** 20)],
    ],
    ["type", "text", [undefined, null, 1, ["1"]]],
  ])("throws PlantStoreInputError with the code %s: id must be %s", (code, requirement, values) => {
    const message = `id must be ${requirement}`;
    for (const value of values) {
      expect(thrownBy(() => parsePlantId(value as string))).toMatchObject({
        name: "PlantStoreInputError",
        message,
        issues: [{ code, message, path: ["id"] }],
        attempts: 0,
        mayHaveBeenCreated: false,
        isTransient: false,
      });
    }
  });
});
