import { describe, expect, it } from "vitest";
import { nearestName, unknownName } from "../../shared/nearest.ts";

describe("nearestName", () => {
  it.each([
    ["the same start", "retry", ["headers", "retries"], "retries"],
    ["the same end", "xheaders", ["retries", "headers"], "headers"],
    ["a letter missing in the middle", "reties", ["headers", "retries"], "retries"],
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
  ])("finds none when %s", (_, name, known) => {
    expect(nearestName(name, [known])).toBeUndefined();
  });
});

it("nearestName compares the first 1,000 names", () => {
  const others = Array<string>(999).fill("x");
  expect(nearestName("name", [...others, "nam"])).toBe("nam");
  expect(nearestName("name", [...others, "x", "nam"])).toBeUndefined();
});

describe("unknownName", () => {
  it.each([
    ["the nearest name", "baseURL", "baseURL, did you mean baseUrl?"],
    ["all names when none is near", "\u001b", "\\u001b. Known: baseUrl, token"],
    ["a long name on one short line", `re\n${"x".repeat(1_000_000)}`, `re ${"x".repeat(36)}…. Known: baseUrl, token`],
  ])("has %s", (_, name, text) => {
    expect(unknownName("option", name, ["baseUrl", "token"])).toBe(`unknown option ${text}`);
  });
});
