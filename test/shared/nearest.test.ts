import { describe, expect, it } from "vitest";
import { nearestName } from "../../shared/nearest.ts";

describe("nearestName", () => {
  it.each([
    ["the same start", "retry", ["headers", "retries"], "retries"],
    ["the same end", "accessToken", ["retries", "token"], "token"],
    ["a letter missing in the middle", "timout", ["headers", "timeoutMs"], "timeoutMs"],
    ["two letters in the other order", "nmae", ["id", "name"], "name"],
    ["three fifths of the letters", "url", ["token", "baseUrl"], "baseUrl"],
    ["another case", "BASEURL", ["baseUrl", "token"], "baseUrl"],
    ["the larger share in common", "time", ["timeoutMs", "timer"], "timer"],
    ["the first of two that are equally near", "ab", ["abc", "abd"], "abc"],
  ])("finds the name with %s", (_, name, known, nearest) => {
    expect(nearestName(name, known)).toBe(nearest);
  });

  it.each([
    ["only half of the letters are the same", "date", "name"],
    ["the name is contained in one that is much longer", "re", "retire"],
    ["the name is empty", "", "token"],
  ])("finds none when %s", (_, name, known) => {
    expect(nearestName(name, [known])).toBeUndefined();
  });
});

it("nearestName compares the first 1,000 names", () => {
  const others = Array<string>(999).fill("x");
  expect(nearestName("name", [...others, "nam"])).toBe("nam");
  expect(nearestName("name", [...others, "x", "nam"])).toBeUndefined();
});
