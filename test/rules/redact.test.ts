import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor, encodedForms } from "../../src/rules/redact.ts";

const token = 'ab/c+d=e"f\\g&h';

describe("createRedactor", () => {
  const redact = createRedactor([token]);

  it.each([
    ["as it is", token],
    ["URL-encoded", "ab%2Fc%2Bd%3De%22f%5Cg%26h"],
    ["URL-encoded in lower case", "ab%2fc%2bd%3de%22f%5cg%26h"],
    ["partly URL-encoded", 'ab/c%2Bd=e"f\\g&h'],
    ["JSON-escaped", 'ab/c+d=e\\"f\\\\g&h'],
    ["JSON-escaped with slashes", 'ab\\/c+d=e\\"f\\\\g&h'],
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

  it("replaces the longer of two tokens when one contains the other", () => {
    expect(createRedactor(["secret-one", "secret-one-two"])("secret-one-two secret-one")).toBe("[redacted] [redacted]");
  });

  it("replaces a token whose escaped form contains a shorter token, and tokens that overlap", () => {
    expect(createRedactor(["secret-one", "secret-one/two"])("secret-one%2Ftwo")).toBe("[redacted]");
    expect(createRedactor(["secret-one", "one-secret"])("a secret-one-secret z")).toBe("a [redacted] z");
  });

  it("decodes a long text once for all tokens", () => {
    const tokens = Array.from({ length: 100 }, (_, index) => `secret-token-${index}`);
    const text = "%41".repeat(2 ** 20 / 3);
    expect(createRedactor(tokens)(`${text}secret%2dtoken-99${text}`)).toBe(`${text}[redacted]${text}`);
  });

  it("replaces a token beyond ASCII as Latin-1, as UTF-8 in percent-encoding and as a JSON escape", () => {
    expect(createRedactor(["fougère-1"])("fougère-1 foug%E8re-1 foug%C3%A8re-1 foug\\u00e8re-1")).toBe(
      "[redacted] [redacted] [redacted] [redacted]",
    );
  });

  it.each(["%41%42%43%44", "\\u0041\\u0042", '\\"quoted\\"', "100%-natural%2"])(
    "replaces the token %s, which looks like an escape itself",
    (secret) => {
      const redactSecret = createRedactor([secret]);
      expect(redactSecret(secret)).toBe("[redacted]");
      expect(redactSecret(encodeURIComponent(secret))).toBe("[redacted]");
      expect(redactSecret(JSON.stringify(secret).slice(1, -1))).toBe("[redacted]");
    },
  );

  it("replaces a token with a percent sequence that is JSON-escaped but not URL-encoded", () => {
    const redactSecret = createRedactor(['%41%42/"\\']);
    expect(redactSecret('x %41%42\\/\\"\\\\ y')).toBe("x [redacted] y");
    expect(redactSecret("x %41%42\\u002f\\u0022\\u005C y")).toBe("x [redacted] y");
  });

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

describe("encodedForms", () => {
  const secret = "s3cret/token+value";
  // Made in each test, since mutation testing doesn't attribute code that runs outside of tests.
  const redact = (text: string) => createRedactor(encodedForms(secret))(text);
  const forms = (text: string) => {
    const bytes = Buffer.from(text);
    return [
      bytes.toString("base64"),
      bytes.toString("base64url"),
      bytes.toString("hex"),
      bytes.toString("hex").toUpperCase(),
    ];
  };

  it("covers base64, base64url and hex", () => {
    for (const form of forms(secret)) {
      expect(redact(`x ${form} y`)).toBe("x [redacted] y");
    }
  });

  it("covers the characters in which base64 and base64url differ", () => {
    expect(forms("~~~???>>>~~").slice(0, 2)).toEqual(["fn5+Pz8/Pj4+fn4=", "fn5-Pz8_Pj4-fn4"]);
    expect(encodedForms("~~~???>>>~~")).toEqual(expect.arrayContaining(forms("~~~???>>>~~")));
  });

  it("leaves the neighbors of a token that share no character of base64 with it", () => {
    expect(redact(btoa(`abc${secret}def`))).toBe("YWJj[redacted]ZGVm");
  });

  it("covers the same inside longer text, such as Basic credentials, up to the characters that it shares with neighbors", () => {
    for (const before of ["", "a", "u:", "id:", "user:"]) {
      for (const after of ["", ":", ":p", ":pw"]) {
        for (const form of forms(before + secret + after)) {
          const rest = redact(form).split("[redacted]").join("");
          expect(redact(form)).toContain("[redacted]");
          expect(rest.length).toBeLessThanOrEqual(form.length - 20);
        }
      }
    }
  });

  it("covers tokens beyond ASCII, encoded as Latin-1 and as UTF-8", () => {
    const redactFern = createRedactor(encodedForms("fougère-secrète"));
    expect(redactFern(Buffer.from("fougère-secrète", "latin1").toString("base64"))).toBe("[redacted]");
    expect(redactFern(Buffer.from("fougère-secrète", "utf8").toString("hex"))).toBe("[redacted]");
  });

  it("returns no forms for a token of fewer than 8 characters, whose base64 may be longer", () => {
    expect(encodedForms("any-body")).toContain("YW55LWJvZHk=");
    expect(encodedForms("any-one")).toEqual([]);
  });
});
