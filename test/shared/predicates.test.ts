import { describe, expect, it } from "vitest";
import { isSignal } from "../../src/shared/predicates.ts";

describe("isSignal", () => {
  it("accepts a signal of React Native without throwIfAborted", () => {
    expect(isSignal({ aborted: false, addEventListener() {}, removeEventListener() {} })).toBe(true);
  });

  it.each([undefined, null, {}, { aborted: true }, new EventTarget(), new AbortController()])("refuses %o", (value) => {
    expect(isSignal(value)).toBe(false);
  });
});
