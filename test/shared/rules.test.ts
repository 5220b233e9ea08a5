import { describe, expect, it } from "vitest";
import { isLoopback } from "../../mocks/app/access.ts";
import { baseUrlProblem, toBaseUrl } from "../../shared/base-url.ts";
import { toJson } from "../../shared/json.ts";
import { isInt32, isInt64 } from "../../shared/limits.ts";
import { nearestName, unknownName } from "../../shared/nearest.ts";
import { escapeUnprintable, toSafeLine } from "../../shared/text.ts";
import { tokenProblem } from "../../shared/token.ts";

describe("a base URL", () => {
  it.each([
    ["https://plants.example.com", "https://plants.example.com"],
    ["https://plants.example.com/v1///", "https://plants.example.com/v1"],
    ["HTTP://PLANTS.example.com:80/A b", "http://plants.example.com/A%20b"],
    [new URL("http://[::1]:4010/"), "http://[::1]:4010"],
  ])("reads %s without trailing slashes", (value, baseUrl) => {
    expect(baseUrlProblem(value, "baseUrl")).toBeUndefined();
    expect(toBaseUrl(value)).toBe(baseUrl);
  });

  it.each([
    [undefined, "is required"],
    ["", "must not be empty"],
    ["/api", 'must be an absolute URL, such as "https://plants.example.com/v1"'],
    ["ftp://plants.example.com", "must start with http:// or https://"],
    ["https://user@plants.example.com", "must not contain a user name or password"],
    ["https://:secret@plants.example.com", "must not contain a user name or password"],
    ["https://plants.example.com?", "must not contain a query or a fragment"],
    ["https://plants.example.com/#", "must not contain a query or a fragment"],
    ["https://plants.example.com/v1/plants/", "must not end in /plants, which is added to it"],
  ])("refuses %s", (value, problem) => {
    expect(baseUrlProblem(value, "baseUrl")).toBe(`baseUrl ${problem}`);
  });
});

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

describe("isLoopback", () => {
  it.each([
    ...["localhost", "LOCALHOST", "app.localhost", "127.0.0.1", "127.255.1.9", "::1", "[::1]", "::ffff:127.0.0.1"],
  ])("accepts %s", (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each([
    ...["", ".localhost", "mylocalhost", "a@localhost", "localhost.example.com", "127.0.0.1.example.com", "10.0.127.1"],
    ...["127.0.0", "x127.0.0.1", "128.0.0.1", "192.168.1.127.", "::2", "::12", "fe80::1", "::ffff:10.0.0.1"],
  ])("refuses %j", (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

describe("text that is safe to print", () => {
  it.each([
    ["control characters", "\u001b[31m\u007f", "\\u001b[31m\\u007f"],
    ["C1 control characters", "\u0085\u009b", "\\u0085\\u009b"],
    ["line separators", "\u2028", "\\u2028"],
    ["direction marks", "\u202e\u2066", "\\u202e\\u2066"],
    ["byte order marks", "\ufeff", "\\ufeff"],
    ["unpaired surrogates", "\ud83c", "\\ud83c"],
  ])("has its %s escaped", (_, text, escaped) => {
    expect(escapeUnprintable(text)).toBe(escaped);
  });

  it("keeps text of every script", () => {
    const text = "Ñandú שجرة ต้นไม้ 👩🏽‍🌾 cafe\u0301";
    expect(escapeUnprintable(text)).toBe(text);
  });

  it.each<readonly [title: string, text: string, length: number, line: string]>([
    ["is on one line", " a\r\n\tb \u001b c ", 100, "a b \\u001b c"],
    ["isn't cut at the limit", "abc", 3, "abc"],
    ["is cut beyond it", "abcdef", 3, "ab…"],
    ["is cut before white space is collapsed", `${" ".repeat(1_000_000)}a`, 5, "…"],
    ["is cut at white space", `a${" ".repeat(10)}🌱bc`, 12, "a…"],
    ["is cut before a character of two code units", "ab🌱", 3, "ab…"],
    ["is cut before a character that would be halved", "ab🌱c", 4, "ab…"],
    ["is cut between characters", "🌱🌱🌱🌱", 5, "🌱🌱…"],
    ["is cut between escapes", "\u0000".repeat(1_000_000), 13, "\\u0000\\u0000…"],
    ["is short enough with escapes", "\u0000\u0000", 12, "\\u0000\\u0000"],
    ...[7, 8, 9, 10, 11].map((length) => ["is cut before an escape", "\0\0", length, "\\u0000…"] as const),
  ])("%s", (_, text, length, line) => {
    expect(toSafeLine(text, length)).toBe(line);
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
