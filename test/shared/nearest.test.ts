import { describe, expect, it } from "vitest";
import { nearestName } from "../../shared/nearest.ts";

describe("nearestName", () => {
  it.each([
    ["the same start", "retry", ["headers", "retries"], "retries"],
    ["the same end", "xheaders", ["retries", "headers"], "headers"],
    ["a letter missing in the middle", "reties", ["headers", "retries"], "retries"],
    ["its unit missing", "delay", ["retryDelayMs", "delayMs"], "delayMs"],
    ["a letter and its unit missing", "timout", ["headers", "timeoutMs"], "timeoutMs"],
    ["another ending, before a longer name with the same start", "retry", ["retryDelayMs", "retries"], "retries"],
    ["another case", "BASEURL", ["baseUrl", "token"], "baseUrl"],
    ["the larger share in common", "time", ["timeoutMs", "timer"], "timer"],
    ["the first of two that are equally near", "ab", ["abc", "abd"], "abc"],
  ])("finds the name with %s", (_, name, known, nearest) => {
    expect(nearestName(name, known)).toBe(nearest);
  });

  it.each([
    ["only 2 of 5 characters are the same", "abxyz", "abcde"],
    ["a character is the start and the end of one name", "re", "retire"],
    ["the name is empty", "", "token"],
    ["the name is only a unit", "Ms", "token"],
  ])("finds none when %s", (_, name, known) => {
    expect(nearestName(name, [known])).toBeUndefined();
  });
});

it("nearestName compares the first 1,000 names", () => {
  const others = Array<string>(999).fill("x");
  expect(nearestName("name", [...others, "nam"])).toBe("nam");
  expect(nearestName("name", [...others, "x", "nam"])).toBeUndefined();
});
