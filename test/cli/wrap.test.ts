import { expect, it } from "vitest";
import { wrap } from "../../cli/verify-report.ts";

it("breaks at white space", () => {
  expect(wrap("one two three four five six seven", 20)).toEqual(["one two three four", "five six seven"]);
  expect(wrap("one two ".repeat(100).trim(), Number.POSITIVE_INFINITY)).toHaveLength(1);
  expect(wrap("", 20)).toEqual([""]);
});

it("breaks a word wider than a line after punctuation, and a part without punctuation where the line ends", () => {
  const lines = ['see {"id":1234567890,', '"name":"Fern",', '"tag":"tropical"}'];
  expect(wrap('see {"id":1234567890,"name":"Fern","tag":"tropical"}', 24)).toEqual(lines);
  expect(wrap("x".repeat(50), 20)).toEqual(["x".repeat(20), "x".repeat(20), "x".repeat(10)]);
});

it("counts wide characters as two columns", () => {
  expect(wrap("植物".repeat(11), 20)).toEqual(["植物".repeat(5), "植物".repeat(5), "植物"]);
  expect(wrap("🌱🌵🌴🌲🌳 나무나무나무", 20)).toEqual(["🌱🌵🌴🌲🌳", "나무나무나무"]);
});
