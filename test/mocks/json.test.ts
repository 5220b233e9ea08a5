import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readField, readNewPlant, readNewPlants, scanJson } from "../../mocks/json.ts";

const accepts = (parse: (text: string) => unknown, text: string): boolean => {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
};

const skip = (text: string) => scanJson(text, (scanner) => scanner.skip());
const read = (text: string) =>
  readField(
    "x",
    scanJson(text, (scanner) => scanner.value()),
  );

// Based on JSONTestSuite.
const CASES = [
  "[]",
  "[[]   ]",
  '[""]',
  '["a"]',
  '[null, 1, "1", {}]',
  "[1\n]",
  " [1]",
  "[1,null,null,null,2]",
  "[2] ",
  "[false]",
  "{}",
  '{"":0}',
  '{"a":"b","a":"c"}',
  '{"a":"b","a":"b"}',
  '{"foo\\u0000bar": 42}',
  '{"min": -1.0e+28, "max": 1.0e+28}',
  '{"x":[{"id": "xxxxx"}], "id": "x"}',
  '{\n"a": "b"\n}',
  '"\\u0060\\u012a\\u12AB"',
  '"\\uD801\\udc37"',
  '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
  '"\\\\u0000"',
  '"\\""',
  '"a/*b*/c/*d//e"',
  '"\\u0012"',
  '"\u007f"',
  '"\u2028\u2029"',
  '"\ud800"',
  '"\\uDADA"',
  "0",
  "-0",
  "0e+1",
  "0e1",
  "123.456e78",
  "1E+2",
  "1e-2",
  "-0.000000000000001",
  "1e400",
  "-1e9999",
  "20e1",
  "123e65",
  " true ",
  "null",
  "\t\r\n 1",
  "",
  " ",
  "\ufeff1",
  "[1 true]",
  "[a\u00e9]",
  '["": 1]',
  '[""],',
  "[1,,2]",
  "[,1]",
  '["x"]]',
  '["",]',
  '["x"',
  "[x",
  "[3[4]]",
  "[1:2]",
  "[,]",
  "[-]",
  '[   , ""]',
  "[1,\n1\n,1",
  '["\u0009a"\\f]',
  "[*]",
  '["a",',
  "[1",
  "[{}",
  "[\u2060]",
  "{]",
  "[}",
  "[",
  "{",
  "]",
  "}",
  '{"x", null}',
  '{"x"::"b"}',
  "{\u0001}",
  '{"a":"a" 123}',
  "{key: 'value'}",
  '{"a" b}',
  '{:"b"}',
  '{"a"',
  '{"a":',
  "{1:1}",
  "{9999E9999:1}",
  "{null:null,null:null}",
  '{"id":0,,,,,}',
  "{'a':0}",
  '{"id":0,}',
  '{"a":"b",,"c":"d"}',
  "{true: false}",
  '{"a":"b"}/**/',
  '{"a":"b"}#',
  '{"a":"b"}//',
  '{a: "b"}',
  '{"a":"a',
  '{ "foo" : "bar", "a" }',
  '{"a":true} "x"',
  "<.>",
  "[<null>]",
  "aå",
  "[True]",
  "1]",
  '{"x": true,',
  "[][]",
  "[]]",
  "[][",
  "[ false, nul",
  "abc",
  "2@",
  "{}}",
  '{"":',
  '{"a":/*comment*/"b"}',
  '["asd]',
  "'",
  "[]1",
  "[\u000c]",
  "[\u0085]",
  "\u00a01",
  "nul",
  "nulls",
  "tru",
  "truee",
  "fals",
  "TRUE",
  "undefined",
  "[nul]",
  "[fals]",
  "[tru]",
  "[-Infinity]",
  "[NaN]",
  "[+Inf]",
  "[++1234]",
  "[+1]",
  "[-01]",
  "[-1.0.]",
  "[-2.]",
  "[.-1]",
  "[.2e-3]",
  "[0.1.2]",
  "[0.3e+]",
  "[0.3e]",
  "[0.e1]",
  "[0E+]",
  "[0E]",
  "[0e+]",
  "[1.0e+]",
  "[1.0e-]",
  "[1.0e]",
  "[1 000.0]",
  "[1eE2]",
  "[2.e+3]",
  "[2.e-3]",
  "[2.e3]",
  "[9.e+]",
  "[1+2]",
  "[0x1]",
  "[0x42]",
  "[-foo]",
  "[- 1]",
  "[-012]",
  "[-.123]",
  "[-1x]",
  "[1ea]",
  "[1e\uff11]",
  "[\uff11]",
  "[1.]",
  "[.123]",
  "[1.2a-3]",
  "[1.8011670033376514H-308]",
  "[012]",
  "-",
  '["\\uD800\\"]',
  '["\\uD800\\u"]',
  '["\\uD800\\u1"]',
  '["\\uD800\\u1x"]',
  '["\\x00"]',
  '["\\\\\\"]',
  '["\\\t"]',
  '["\\🌀"]',
  '["\\"]',
  '["\\u00A"]',
  '["\\uD834\\uDd"]',
  '["\\uqqqq"]',
  "[\\n]",
  '"',
  "['single']",
  '["new\nline"]',
  '["\t"]',
  '"\\UA66D"',
  '"\u0000"',
  '"\u001f"',
  '["\\a"]',
  '"\\',
  '"\\u',
];

describe("JSON grammar", () => {
  it.each(CASES)("agrees with JSON.parse about %j", (text) => {
    expect(accepts(skip, text)).toBe(accepts(JSON.parse, text));
    expect(accepts(read, text)).toBe(accepts(JSON.parse, text));
  });

  it("accepts 100,000 levels of nesting", () => {
    const depth = 100_000;
    expect(accepts(skip, "[".repeat(depth) + "]".repeat(depth))).toBe(true);
    expect(accepts(skip, `${'{"a":'.repeat(depth)}0${"}".repeat(depth)}`)).toBe(true);
    expect(accepts(skip, "[".repeat(depth) + "]".repeat(depth - 1))).toBe(false);
    expect(accepts(skip, `${"[".repeat(depth)}${"]".repeat(depth - 1)}}`)).toBe(false);
  });

  it("accepts 100,000 escapes in a string", () => {
    expect(accepts(skip, `"${"\\u0000".repeat(100_000)}"`)).toBe(true);
  });

  it("agrees with JSON.parse about JSON with changes", () => {
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom(...'{}[]",:\\/u0123456789eE+-.truefalsn \t\n\u0000\u001f\u00a0\ufeff\ud83c'),
      fc.nat(2),
    );
    const changed = fc.tuple(fc.json({ maxDepth: 4 }), fc.array(change, { maxLength: 3 })).map(([json, changes]) =>
      changes.reduce((text, [position, character, kind]) => {
        const at = position % (text.length + 1);
        return text.slice(0, at) + (kind === 0 ? "" : character) + text.slice(kind === 1 ? at : at + 1);
      }, json),
    );
    fc.assert(
      fc.property(changed, (text) => {
        expect(accepts(skip, text)).toBe(accepts(JSON.parse, text));
      }),
      { seed: 1042, numRuns: 5_000 },
    );
  });

  it("reads the same values as JSON.parse", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), (text) => {
        expect(read(text)).toEqual(JSON.parse(text));
      }),
      { seed: 1042, numRuns: 500 },
    );
  });
});

describe("readNewPlant", () => {
  it.each([
    ["1", 1n],
    ["1.0", 1n],
    ["1e3", 1000n],
    ["9007199254740993", 9007199254740993n],
    ["-9223372036854775808", -9223372036854775808n],
  ])("reads the id %s exactly", (digits, id) => {
    expect(readNewPlant(`{"id":${digits},"name":"Fern"}`).id).toBe(id);
  });

  it.each([
    ['{"id":1,"name":"Fern"', "not valid JSON: unexpected end of input at position 21"],
    ['{"id":1,"name":"Fern\u0007"}', 'not valid JSON: unexpected "\\u0007" at position 20'],
    ['{"id":1,"name":"Fern"}\u202e', 'not valid JSON: unexpected "\\u202e" at position 22'],
    ['{"id":1,"name":🌱}', 'not valid JSON: unexpected "🌱" at position 15'],
    ["[[]]", "expected an object"],
    [`{"id":1,"name":[${"0,".repeat(998)}0]}`, "name must be a string"],
    [`{"id":1,"name":[${"0,".repeat(999)}0]}`, "name holds more than 1000 values"],
    ['{"id":"1"}', "id must be an integer, not text; name is required"],
  ])("names the problem with %.30j", (text, problem) => {
    expect(() => readNewPlant(text)).toThrow(new TypeError(problem));
  });
});

it("takes the last of two members with the same name, whatever the first one holds", () => {
  expect(readNewPlant(`{"id":1,"name":[${"0,".repeat(1_000)}0],"name":"x"}`)).toEqual({ id: 1n, name: "x" });
});

describe("readNewPlants", () => {
  it("reads one plant or an array of plants", () => {
    const fern = { id: 9007199254740993n, name: "Fern" };
    expect(readNewPlants('{"id":9007199254740993,"name":"Fern"}')).toEqual([fern]);
    expect(readNewPlants('[{"id":9007199254740993,"name":"Fern","x":[]},{"id":2,"name":"Moss"}]')).toEqual([
      fern,
      { id: 2n, name: "Moss" },
    ]);
    expect(readNewPlants(" [ ] ")).toEqual([]);
  });

  it.each([
    ["[[]]", "plants[0]: expected an object"],
    ["[{}]", "plants[0]: id is required; name is required"],
    ['[{"id":1,"name":"Fern"},{"id":2}]', "plants[1]: name is required"],
    ["5", "plant: expected an object"],
    ['[{"id":1,"name":"Fern"}', "not valid JSON: unexpected end of input at position 23"],
    ['[{"id":1,"name":"Fern"}}', 'not valid JSON: unexpected "}" at position 23'],
  ])("names the problem with %s", (text, problem) => {
    expect(() => readNewPlants(text)).toThrow(new TypeError(problem));
  });
});

it.each(["1e400", "-1e400"])("reads %s as NaN, which a schema of numbers refuses, unlike Infinity", (text) => {
  expect(readField("times", text)).toBeNaN();
});
