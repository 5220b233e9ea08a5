import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "../../src/shared/redact.ts";

const token = 'ab/c+d=e"f\\g&h';

describe("createRedactor", () => {
  const redact = createRedactor([token]);

  it.each([
    ["as it is", token],
    ["URL-encoded", "ab%2Fc%2Bd%3De%22f%5Cg%26h"],
    ["URL-encoded in lower case", "ab%2fc%2bd%3de%22f%5cg%26h"],
    ["JSON-escaped", 'ab/c+d=e\\"f\\\\g&h'],
    ["JSON-escaped with code units", 'ab\\u002fc\\u002Bd=e\\"f\\u005cg\\u0026h'],
    ["escaped in both ways", "ab\\/c%2Bd=e%22f\\\\g&h"],
    ["escaped in both ways, with code units", "ab\\u002fc%2Bd=e%22f\\u005Cg&h"],
  ])("replaces a token %s", (_title, text) => {
    expect(redact(text)).toBe("[redacted]");
    expect(redact(`%41 ${text}, \\n ${text}%`)).toBe("%41 [redacted], \\n [redacted]%");
  });

  it("leaves other text as it is, escapes included", () => {
    const text = 'GET /%41?q=%22\\u0041 "\\/" ab/c+d';
    expect(redact(text)).toBe(text);
  });

  it("replaces a token of 8 characters and leaves one of 7, which may be a common word", () => {
    expect(createRedactor(["12345678"])("a 12345678 b")).toBe("a [redacted] b");
    expect(createRedactor(["1234567"])("a 1234567 b")).toBe("a 1234567 b");
  });

  it("replaces tokens that contain one another, or overlap", () => {
    expect(createRedactor(["secret-one", "secret-one-two"])("secret-one-two secret-one")).toBe("[redacted] [redacted]");
    expect(createRedactor(["secret-one", "secret-one/two"])("secret-one%2Ftwo")).toBe("[redacted]");
    expect(createRedactor(["secret-one", "one-secret"])("a secret-one-secret z")).toBe("a [redacted] z");
  });

  it("decodes a long text once for all tokens", () => {
    const tokens = Array.from({ length: 100 }, (_, index) => `secret-token-${index}`);
    const text = "%41".repeat(2 ** 16);
    expect(createRedactor(tokens)(`${text}secret%2dtoken-99${text}`)).toBe(`${text}[redacted]${text}`);
  });

  it("replaces a token beyond ASCII as Latin-1, as UTF-8 in percent-encoding, as a JSON escape and as Latin-1 read as UTF-8", () => {
    const text = "fougère-1 foug%E8re-1 foug%C3%A8re-1 foug\\u00e8re-1 foug\ufffdre-1";
    expect(createRedactor(["fougère-1"])(text)).toBe(Array(5).fill("[redacted]").join(" "));
  });

  it.each(["%41%42%43%44", "\\u0041\\u0042", '\\"quoted\\"', "100%-natural%2", '%41%42/"\\'])(
    "replaces the token %s, which looks like an escape itself",
    (secret) => {
      const escaped = JSON.stringify(secret).slice(1, -1);
      for (const text of [secret, encodeURIComponent(secret), escaped, escaped.replaceAll("/", "\\u002f")]) {
        expect(createRedactor([secret])(`x ${text} y`)).toBe("x [redacted] y");
      }
    },
  );

  it("never leaves a token in any text", () => {
    const secrets = fc.string({ minLength: 8, maxLength: 20, unit: fc.constantFrom(...'ab/%\\u0041é"') });
    const encode = fc.constantFrom(
      (text: string) => text,
      encodeURIComponent,
      (text: string) => JSON.stringify(text).slice(1, -1),
      (text: string) => Array.from(text, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
    );
    fc.assert(
      fc.property(secrets, encode, fc.string(), fc.string(), (secret, encodeSecret, before, after) => {
        const encoded = encodeSecret(secret);
        expect(createRedactor([secret])(`${before} ${encoded} ${after}`)).not.toContain(encoded);
      }),
    );
  });

  it("builds no RegExp from a token and takes linear time", () => {
    const long = `${"a".repeat(100_000)}(`;
    expect(createRedactor([long])(`${"a".repeat(1_000_000)}%28`)).toBe(`${"a".repeat(900_000)}[redacted]`);
    expect(createRedactor(["[[[[[[[[(?"])("x[[[[[[[[(?y")).toBe("x[redacted]y");
  });
});
