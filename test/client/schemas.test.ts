import { errorSchema, newPlantFormSchema, newPlantSchema, plantSchema } from "plant-store-sdk";
import { describe, expect, it } from "vitest";

/** Written independently of the package. */
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

async function getIssues(schema: StandardSchema, value: unknown): Promise<string[] | undefined> {
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
  ["newPlantFormSchema", newPlantFormSchema],
];

describe.each(schemas)("%s", (_, schema) => {
  it("is a Standard Schema of version 1", () => {
    expect(schema["~standard"]).toMatchObject({
      version: 1,
      vendor: "plant-store-sdk",
      validate: expect.any(Function),
    });
  });

  it.each([undefined, null, 1, 1n, true, "text", () => {}, Symbol("record")])("rejects %s", async (value) => {
    expect(await getIssues(schema, value)).toEqual([": expected an object"]);
  });
});

describe("a polluted prototype", () => {
  const inputs: [StandardSchema, object][] = [
    [plantSchema, { name: "Fern", tag: "indoor" }],
    [newPlantSchema, { id: 1n, name: "Fern", tag: "indoor" }],
    [errorSchema, { error: 7, message: "no" }],
    [newPlantFormSchema, { id: "1", name: "Fern", tag: "indoor" }],
  ];
  const validateAll = () =>
    inputs.flatMap(([schema, input]) => [input, {}].map((value) => schema["~standard"].validate(value)));
  const names = ["value", "issues", "id", "name", "tag", "error", "message"];

  it.each<[string, string, PropertyDescriptor]>(
    names.flatMap((name) => [
      [name, "a setter", { set() {}, get: () => "evil" }],
      [name, "a read-only property", { value: [] }],
    ]),
  )("changes no result: %s, %s", (name, _, descriptor) => {
    const expected = validateAll();
    let results: unknown;
    Object.defineProperty(Object.prototype, name, { ...descriptor, configurable: true });
    try {
      results = validateAll().map((result) => ({ issues: undefined, ...result }));
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
    expect(results).toEqual(expected);
    expect(expected[0]).toHaveProperty("issues", undefined);
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
  ])("turns %j into %j", async (value, plant) => {
    expect(await plantSchema["~standard"].validate(value)).toEqual({ value: plant });
  });

  it.each([
    [{}, ["name: name is required"]],
    [[], [": expected an object"]],
    [{ name: null }, ["name: name must be a string"]],
    [{ name: 1, tag: 2 }, ["name: name must be a string", "tag: tag must be a string"]],
    [{ name: "Fern", tag: null }, ["tag: tag must be a string"]],
    [{ Name: "Fern" }, ["name: name is required: did you mean name instead of Name?"]],
  ])("rejects %j", async (value, issues) => {
    expect(await getIssues(plantSchema, value)).toEqual(issues);
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
  ])("accepts an exact id and drops unknown fields", async (value, newPlant) => {
    expect(await newPlantSchema["~standard"].validate(value)).toMatchObject({ value: newPlant });
    expect(await getIssues(newPlantSchema, value)).toBeUndefined();
  });

  it.each<[unknown, string[]]>([
    [{ name: "Fern" }, ["id: id is required"]],
    [
      { id: "1" },
      ["id: id must be a number or a bigint, not text. Convert it with parsePlantId", "name: name is required"],
    ],
    [{ id: 2 ** 53, name: "Fern" }, ["id: id isn't exact as a number. Pass a bigint, such as 9007199254740993n"]],
  ])("rejects %j", async (value, issues) => {
    expect(await getIssues(newPlantSchema, value)).toEqual(issues);
  });
});

describe("errorSchema", () => {
  it.each([0, -0, 1, -1, 400, 2_147_483_647, -2_147_483_648])("accepts the int32 %s", async (error) => {
    expect(await errorSchema["~standard"].validate({ error, message: "no", more: 1 })).toMatchObject({
      value: { error, message: "no" },
    });
    expect(await getIssues(errorSchema, { error, message: "no" })).toBeUndefined();
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
  ])("rejects %s as the error", async (_, error) => {
    expect(await getIssues(errorSchema, { error, message: "no" })).toEqual(["error: error must be an int32"]);
  });

  it.each([
    [{}, ["error: error is required", "message: message is required"]],
    [{ error: 1 }, ["message: message is required"]],
    [{ error: 1, message: null }, ["message: message must be a string"]],
    [{ error: 1, message: ["no"] }, ["message: message must be a string"]],
  ])("rejects %j", async (value, issues) => {
    expect(await getIssues(errorSchema, value)).toEqual(issues);
  });
});

describe("newPlantFormSchema", () => {
  const ID_RANGE = "id: Enter an id from -9223372036854775808 to 9223372036854775807";
  const ID_TEXT = 'id: id must be text, such as "1042"';
  const ID_DIGITS = "id: Use digits only, without leading zeros";

  it.each<[unknown, Record<string, unknown>]>([
    [
      { id: "1042", name: "Fern", tag: "indoor" },
      { id: 1042n, name: "Fern", tag: "indoor" },
    ],
    [
      { id: " 9007199254740993\n", name: " Fern ", tag: " indoor " },
      { id: 9007199254740993n, name: " Fern ", tag: " indoor " },
    ],
    [
      { id: "-9223372036854775808", name: "Fern", tag: "" },
      { id: -9223372036854775808n, name: "Fern" },
    ],
    [
      { id: "9223372036854775807", name: "Fern", tag: "  " },
      { id: 9223372036854775807n, name: "Fern" },
    ],
    [
      { id: "-0", name: "Fern", tag: undefined },
      { id: 0n, name: "Fern" },
    ],
    [
      { id: "1", name: "Fern", tag: null, submit: "Create" },
      { id: 1n, name: "Fern" },
    ],
  ])("turns %o into a NewPlant", async (form, newPlant) => {
    expect(await newPlantFormSchema["~standard"].validate(form)).toStrictEqual({ value: newPlant, issues: undefined });
  });

  it("accepts the entries of a FormData", async () => {
    const form = new FormData();
    form.set("id", "1042");
    form.set("name", "Fern");
    form.set("tag", "");
    expect(await newPlantFormSchema["~standard"].validate(Object.fromEntries(form))).toStrictEqual({
      value: { id: 1042n, name: "Fern" },
      issues: undefined,
    });
  });

  it.each<[unknown, string[]]>([
    [{}, ["id: Enter an id", "name: Enter a name"]],
    [{ id: "", name: "", tag: "" }, ["id: Enter an id", "name: Enter a name"]],
    [{ id: "  ", name: "\t" }, ["id: Enter an id", "name: Enter a name"]],
    [{ id: null, name: undefined }, ["id: Enter an id", "name: Enter a name"]],
    [{ id: "12 ferns", name: "Fern" }, [ID_DIGITS]],
    [{ id: "1.0", name: "Fern" }, [ID_DIGITS]],
    [{ id: "1e3", name: "Fern" }, [ID_DIGITS]],
    [{ id: "007", name: "Fern" }, [ID_DIGITS]],
    [{ id: "9223372036854775808", name: "Fern" }, [ID_RANGE]],
    [{ id: "-9223372036854775809", name: "Fern" }, [ID_RANGE]],
    [{ id: "9".repeat(2 ** 20), name: "Fern" }, [ID_RANGE]],
    [{ id: 1042, name: "Fern" }, [ID_TEXT]],
    [{ id: {}, name: {} }, [ID_TEXT, "name: name must be a string"]],
    [{ id: "1", name: "Fern", tag: 1 }, ["tag: tag must be a string"]],
  ])("rejects a form with messages for end users", async (form, issues) => {
    expect(await getIssues(newPlantFormSchema, form)).toEqual(issues);
  });

  it("leaves the form as it is", async () => {
    const form = Object.freeze({ id: " 1 ", name: "Fern", tag: "" });
    await newPlantFormSchema["~standard"].validate(form);
    expect(form).toEqual({ id: " 1 ", name: "Fern", tag: "" });
  });
});
