import { describe, expect, it } from "vitest";
import { toJson } from "../../src/shared/json.ts";
import { isInt32, isInt64 } from "../../src/shared/limits.ts";
import { isLoopback } from "../../src/shared/loopback.ts";
import { nearestName, unknownName } from "../../src/shared/nearest.ts";
import { parseBaseUrl, toOperationUrl } from "../../src/shared/operation.ts";
import { escapeUnprintable, toSafeLine } from "../../src/shared/text.ts";
import { isBearerToken, tokenProblem } from "../../src/shared/token.ts";

describe("parseBaseUrl", () => {
  it.each([
    ["https://plants.example.com", "https://plants.example.com"],
    ["https://plants.example.com/v1///", "https://plants.example.com/v1"],
    ["HTTP://PLANTS.example.com:80/A b", "http://plants.example.com/A%20b"],
    [new URL("http://[::1]:4010/"), "http://[::1]:4010"],
  ])("reads %s without trailing slashes", (value, baseUrl) => {
    expect(parseBaseUrl(value)).toEqual({ baseUrl });
  });

  it.each([
    [undefined, "baseUrl is required"],
    ["", "baseUrl is required"],
    ["/api", 'baseUrl must be an absolute URL, such as "https://plants.example.com/v1"'],
    ["ftp://plants.example.com", "baseUrl must start with http:// or https://"],
    ["https://user@plants.example.com", "baseUrl must not contain a user name or password"],
    ["https://:secret@plants.example.com", "baseUrl must not contain a user name or password"],
    ["https://plants.example.com?", "baseUrl must not contain a query or a fragment"],
    ["https://plants.example.com/#", "baseUrl must not contain a query or a fragment"],
    ["https://plants.example.com/v1/plants/", "baseUrl must not end in /plants, which is added to it"],
  ])("refuses %s", (value, problem) => {
    expect(parseBaseUrl(value)).toEqual({ problem });
  });
});

describe("tokenProblem", () => {
  it.each(["a", "~!@#$%^&*()", "fougère", "\u00a0\u00ff"])("accepts %s", (token) => {
    expect(tokenProblem(token)).toBeUndefined();
    expect(isBearerToken(token)).toBe(true);
  });

  it.each([
    [undefined, "token is required"],
    ["", "token must not be empty"],
    ["Bearer abc", 'token must not include "Bearer ": pass the token alone'],
    ["bearer\tabc", 'token must not include "Bearer ": pass the token alone'],
    ["the bearer token", "token must be printable Latin-1 characters without spaces"],
    ["two words", "token must be printable Latin-1 characters without spaces"],
    ["line\nbreak", "token must be printable Latin-1 characters without spaces"],
    ["植物", "token must be printable Latin-1 characters without spaces"],
    ["\u0080", "token must be printable Latin-1 characters without spaces"],
    [null, "token must be a string"],
    [{}, "token must be a string"],
  ])("refuses %j without quoting it", (token, problem) => {
    expect(tokenProblem(token)).toBe(problem);
    expect(isBearerToken(token)).toBe(false);
  });
});

describe("integers", () => {
  it("accepts exactly the int64 that a bigint or a safe integer holds", () => {
    const accepted = [0, -0, 2 ** 53 - 1, 1 - 2 ** 53, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];
    const refused = [
      2 ** 53,
      -(2 ** 53),
      2n ** 63n,
      -(2n ** 63n) - 1n,
      0.5,
      Number.NaN,
      Infinity,
      "1",
      null,
      undefined,
    ];
    expect(accepted.filter((value) => !isInt64(value))).toEqual([]);
    expect(refused.filter(isInt64)).toEqual([]);
  });

  it("accepts exactly the int32", () => {
    expect([0, 2 ** 31 - 1, -(2 ** 31)].every(isInt32)).toBe(true);
    expect([2 ** 31, -(2 ** 31) - 1, 0.5, Number.NaN, 1n, "1", null].filter(isInt32)).toEqual([]);
  });
});

describe("text that is safe to print", () => {
  it("escapes control characters, C1, direction marks, line separators and unpaired surrogates", () => {
    expect(escapeUnprintable("\u001b[31m\u007f\u0085\u009b\u2028\u202e\u2066\ufeff\ud83c")).toBe(
      "\\u001b[31m\\u007f\\u0085\\u009b\\u2028\\u202e\\u2066\\ufeff\\ud83c",
    );
  });

  it("keeps text of every script, with joiners and emoji", () => {
    const text = "Ñandú שجرة ต้นไม้ 👩🏽‍🌾 cafe\u0301";
    expect(escapeUnprintable(text)).toBe(text);
  });

  it("leaves JSON text the same JSON", () => {
    const text = JSON.stringify({ message: "\u001b\u0085\u202e\u2028" });
    expect(JSON.parse(escapeUnprintable(text))).toEqual(JSON.parse(text));
  });

  it("puts text on one line and cuts it", () => {
    expect(toSafeLine(" a\r\n\tb \u001b c ", 100)).toBe("a b \\u001b c");
    expect(toSafeLine("abc", 3)).toBe("abc");
    expect(toSafeLine("abcdef", 3)).toBe("ab…");
  });

  it("cuts a long text before it collapses white space", () => {
    expect(toSafeLine(`${" ".repeat(1_000_000)}a`, 5)).toBe("…");
    expect(toSafeLine(`a${" ".repeat(10)}🌱bc`, 12)).toBe("a…");
  });

  it("has at most the given length, escapes and ellipsis included, and cuts no escape or character in two", () => {
    expect(toSafeLine("ab🌱", 3)).toBe("ab…");
    expect(toSafeLine("ab🌱c", 4)).toBe("ab…");
    expect(toSafeLine("🌱🌱🌱🌱", 5)).toBe("🌱🌱…");
    expect(toSafeLine("\u0000".repeat(1_000_000), 13)).toBe("\\u0000\\u0000…");
    for (let length = 7; length < 13; length++) {
      expect(toSafeLine("\u0000\u0000", length)).toBe(length === 12 ? "\\u0000\\u0000" : "\\u0000…");
    }
  });
});

describe("nearestName", () => {
  it.each([
    ["the same start", "retry", ["headers", "retries"], "retries"],
    ["the same end", "xheaders", ["retries", "headers"], "headers"],
    ["a letter missing in the middle", "reties", ["headers", "retries"], "retries"],
    ["another case", "BASEURL", ["baseUrl", "token"], "baseUrl"],
    ["the larger share in common", "time", ["timeoutMs", "timer"], "timer"],
    ["the first of two that are equally near", "ab", ["abc", "abd"], "abc"],
  ])("finds the name with %s", (_title, name, known, nearest) => {
    expect(nearestName(name, known)).toBe(nearest);
  });

  it.each([
    ["only 2 of 5 characters are the same", "abxyz", "abcde"],
    ["a character is the start and the end of one name", "re", "retire"],
    ["the name is empty", "", "token"],
  ])("finds none when %s", (_title, name, known) => {
    expect(nearestName(name, [known])).toBeUndefined();
  });
});

describe("unknownName", () => {
  const known = ["baseUrl", "token", "timeoutMs", "retries", "headers"];

  it.each([
    ["baseURL", "unknown option baseURL, did you mean baseUrl?"],
    ["timeout", "unknown option timeout, did you mean timeoutMs?"],
    ["retry", "unknown option retry, did you mean retries?"],
    ["header", "unknown option header, did you mean headers?"],
    ["\u001b", "unknown option \\u001b. Known: baseUrl, token, timeoutMs, retries, headers"],
    ["color", "unknown option color. Known: baseUrl, token, timeoutMs, retries, headers"],
  ])("suggests the nearest name for %s", (name, text) => {
    expect(unknownName("option", name, known)).toBe(text);
  });

  it("cuts a long name and puts it on one line", () => {
    expect(unknownName("option", `re\n${"x".repeat(1_000_000)}`, known)).toBe(
      `unknown option re ${"x".repeat(36)}…. Known: baseUrl, token, timeoutMs, retries, headers`,
    );
  });
});

describe("toJson", () => {
  it("writes each bigint as bare digits and everything else as JSON.stringify does", () => {
    expect(toJson({ id: 2n ** 63n - 1n, name: 'a"b', tag: undefined, ids: [-(2n ** 63n), null, true, 1.5] })).toBe(
      '{"id":9223372036854775807,"name":"a\\"b","ids":[-9223372036854775808,null,true,1.5]}',
    );
    const value = { a: [undefined, "\u2028", {}], b: Number.NaN };
    expect(toJson(value)).toBe(JSON.stringify(value));
  });
});

describe("isLoopback", () => {
  it.each(["localhost", "LOCALHOST", "app.localhost", "127.0.0.1", "127.255.1.9", "::1", "[::1]", "::ffff:127.0.0.1"])(
    "accepts %s",
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  it.each([
    "",
    "localhost.example.com",
    "mylocalhost",
    ".localhost",
    "128.0.0.1",
    "127.0.0",
    "127.0.0.1.example.com",
    "::2",
    "::ffff:10.0.0.1",
  ])("refuses %j", (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

it("adds the path of the operation to the base URL", () => {
  expect(toOperationUrl("https://plants.example.com/v1")).toBe("https://plants.example.com/v1/plants");
});
