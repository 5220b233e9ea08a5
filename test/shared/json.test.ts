import { describe, expect, it } from "vitest";
import { toJson } from "../../shared/json.ts";

describe("toJson", () => {
  it.each<[unknown, string]>([
    [{ id: 2n ** 63n - 1n }, '{"id":9223372036854775807}'],
    [[-(2n ** 63n)], "[-9223372036854775808]"],
    [2n ** 53n + 1n, "9007199254740993"],
  ])("writes a bigint as bare digits: %o", (value, json) => {
    expect(toJson(value)).toBe(json);
  });

  it("writes everything else as JSON.stringify does", () => {
    const value = { a: [undefined, "\u2028", {}, null], b: Number.NaN, c: undefined, d: 'a"b', e: true, f: -1.5 };
    expect(toJson(value)).toBe(JSON.stringify(value));
  });
});
