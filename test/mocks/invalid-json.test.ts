import { expect, it } from "vitest";
import { locateInvalidJson } from "../../mocks/invalid-json.ts";

it.each([
  ["nothing", "", "line 1, column 1"],
  ["only white space", " \n ", "line 2, column 2"],
  ["a name without quotes", '{\n  "id": 1,\n  name: "Fern"\n}', "line 3, column 3"],
  ["a name in single quotes", "{'id':1}", "line 1, column 2"],
  ["a text without quotes", '{"id":1,"name":Fern}', "line 1, column 16"],
  ["a comma before a brace", '{"id":1,}', "line 1, column 9"],
  ["a comma before a bracket", "[1,2,]", "line 1, column 6"],
  ["a comma that is missing", '{"id":1 "name":"Fern"}', "line 1, column 9"],
  ["a colon that is missing", '{"id" 1}', "line 1, column 7"],
  ["a value that is missing", '{"id"}', "line 1, column 6"],
  ["a bracket that is missing", '{"tags":["a"', "line 1, column 13"],
  ["the wrong bracket", "[{}}", "line 1, column 4"],
  ["a bracket too many", '{"tags":["a",{}]}]', "line 1, column 18"],
  ["a leading zero", "[01]", "line 1, column 3"],
  ["a fraction without digits", "[1.]", "line 1, column 3"],
  ["a literal in upper case", "[true,null,-1.5e+3,False]", "line 1, column 20"],
  ["a text that doesn't end", '["\\"', "line 1, column 2"],
  ["an unknown escape", '["\\n\\u00e9","\\x"]', "line 1, column 13"],
  ["a line break in a text", '["a\n"]', "line 1, column 2"],
  ["a byte order mark", "\ufeff{}", "line 1, column 1"],
])("locates %s", (_, text, place) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(locateInvalidJson(text)).toBe(place);
});

it("reads a text of 1 MiB with escapes", () => {
  const text = `"${"\\n".repeat(2 ** 19)}"`;
  expect(locateInvalidJson(`${text} x`)).toBe(`line 1, column ${text.length + 2}`);
});
