import { describe, expect, it } from "vitest";
import { escapeUnprintable, toSafeLine } from "../../shared/text.ts";

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
