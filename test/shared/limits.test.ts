import { describe, expect, it } from "vitest";
import { isInt32, isInt64 } from "../../shared/limits.ts";

describe("isInt64", () => {
  it.each([0, -0, 2 ** 53 - 1, 1 - 2 ** 53, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)])("accepts %s", (value) => {
    expect(isInt64(value)).toBe(true);
  });

  it.each([
    ...[2 ** 53, -(2 ** 53), 2n ** 63n, -(2n ** 63n) - 1n],
    ...[0.5, Number.NaN, Number.POSITIVE_INFINITY, "1", null, undefined],
  ])("refuses %s", (value) => {
    expect(isInt64(value)).toBe(false);
  });
});

describe("isInt32", () => {
  it.each([0, 2 ** 31 - 1, -(2 ** 31)])("accepts %d", (value) => {
    expect(isInt32(value)).toBe(true);
  });

  it.each([2 ** 31, -(2 ** 31) - 1, 0.5, Number.NaN, 1n, "1", null])("refuses %s", (value) => {
    expect(isInt32(value)).toBe(false);
  });
});
