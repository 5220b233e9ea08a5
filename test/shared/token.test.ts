import { describe, expect, it } from "vitest";
import { createRedactor, tokenProblem } from "../../shared/token.ts";

describe("tokenProblem", () => {
  it.each(["a", "~!@#$%^&*()", "fougère", "\u00a1\u00ff"])("accepts %s", (token) => {
    expect(tokenProblem(token)).toBeUndefined();
  });

  it.each<[string, unknown[]]>([
    ["is required", [undefined]],
    ["must not be empty", [""]],
    ['must not include "Bearer ": pass the token alone', ["Bearer abc", "bearer\tabc"]],
    [
      "must be printable Latin-1 characters without spaces",
      ["the bearer token", "line\nbreak", "植物", "\u0080", "no\u00a0break"],
    ],
    ["must be a string", [null, {}]],
  ])("refuses without quoting: %s", (problem, tokens) => {
    for (const token of tokens) {
      expect(tokenProblem(token)).toBe(`token ${problem}`);
    }
  });
});

const token = 'ab/c+d=e"f\\g&h';

describe("createRedactor", () => {
  const redact = createRedactor([token]);

  it.each([
    ["as it is", token],
    ["URL-encoded", "ab%2Fc%2Bd%3De%22f%5Cg%26h"],
    ["escaped as in JSON", 'ab/c+d=e\\"f\\\\g&h'],
    ["escaped as in JSON with slashes", 'ab\\/c+d=e\\"f\\\\g&h'],
  ])("replaces a token %s", (_form, text) => {
    expect(redact(`%41 ${text}, \\n ${text}%`)).toBe("%41 [redacted], \\n [redacted]%");
  });

  it.each([
    [7, "1234567", "a 1234567 b"],
    [8, "12345678", "a [redacted] b"],
  ])("replaces a token from 8 characters on: %i", (_, token, redacted) => {
    expect(createRedactor([token])(`a ${token} b`)).toBe(redacted);
  });

  it("replaces both of two tokens when one contains the other", () => {
    expect(createRedactor(["secret-one", "secret-one-two"])("secret-one-two secret-one")).toBe("[redacted] [redacted]");
  });

  it("replaces tokens before it cuts the text", () => {
    expect(createRedactor(["0123456789"])("012345678901234567890123456789", 25)).toBe("[redacted][redacted][reda");
  });
});
