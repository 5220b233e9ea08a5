import { describe, expect, it } from "vitest";
import { fetchAdapter } from "../support/adapter.ts";
import { adapters } from "../support/adapters.ts";
import { created, post, refused } from "../support/post.ts";

const NO_INT64 = "The NewPlant is invalid: id must be an integer from -9223372036854775808 to 9223372036854775807.";
const TOO_DEEP = "The body is no valid JSON: it is nested too deeply.";
const NOT_UTF8 = "The body is not UTF-8.";

/** Bytes from text in which each character stands for one byte. */
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe.each(adapters)("$name", ({ start }) => {
  describe("an id, by the value of its digits (I5)", () => {
    it.each([
      ["0", 0n],
      ["-0", 0n],
      ["0.0", 0n],
      ["0e999999999", 0n],
      ["0e-999999999", 0n],
      ["1.0", 1n],
      ["-1.000", -1n],
      ["1e3", 1000n],
      ["1E3", 1000n],
      ["1e+3", 1000n],
      ["1.5e1", 15n],
      ["1000e-3", 1n],
      ["9007199254740993", 9007199254740993n],
      ["9223372036854775807", 9223372036854775807n],
      ["9223372036854775807.0", 9223372036854775807n],
      ["92233720368547758070e-1", 9223372036854775807n],
      ["9.223372036854775807e18", 9223372036854775807n],
      ["0.000000000000000009223372036854775807e36", 9223372036854775807n],
      ["-9223372036854775808", -9223372036854775808n],
      [`1.${"0".repeat(100_000)}`, 1n],
      [`1${"0".repeat(100_000)}e-100000`, 1n],
    ])("takes %.40s", async (digits, id) => {
      const service = await start();
      expect(await post(service, `{"id":${digits},"name":"Fern"}`)).toEqual(created('{"name":"Fern"}'));
      expect(service.mock.plants.all()).toEqual([{ id, name: "Fern" }]);
    });

    it.each([
      "9223372036854775808",
      "-9223372036854775809",
      "9223372036854775807.5",
      "9007199254740993.5",
      "0.5",
      "1.00000000000000000001",
      "1e-1",
      "1e-400",
      "1e-999999999999999999999",
      "1e400",
      "1e999999999999999999999",
      `1${"0".repeat(400)}`,
      `1${"0".repeat(400)}.5`,
      `1${"0".repeat(1_000_000)}1`,
      `0.${"0".repeat(1_000_000)}1`,
    ])("refuses %.40s (I12)", async (digits) => {
      const service = await start();
      expect(await post(service, `{"id":${digits},"name":"Fern"}`)).toEqual(refused(NO_INT64));
      expect(service.mock.plants.size).toBe(0);
    });

    it.each(["01", "+1", ".5", "1.", "0x1", "1e", "1n", "NaN", "Infinity", "--1", "١"])(
      "refuses %s, which is no JSON (I12)",
      async (digits) => {
        const { status, body } = await post(await start(), `{"id":${digits},"name":"Fern"}`);
        expect(status).toBe(400);
        expect(body).toMatch(/^\{"error":400,"message":"The body is no valid JSON: .+ at position \d+\."\}$/);
      },
    );
  });

  describe("a key that stands twice", () => {
    it.each([
      ["an id", '{"id":1,"id":1.0,"name":"Fern"}'],
      ["a name", '{"id":1,"name":"Fern","name":"\\u0046ern"}'],
      ["an unknown field", '{"id":1,"name":"Fern","x":{"y":[1e-400,2]},"x":{"y":[1e-400,2e0]}}'],
    ])("takes %s that is equal both times", async (_, body) => {
      expect(await post(await start(), body)).toEqual(created('{"name":"Fern"}'));
    });

    it.each([
      ["an id", '{"id":1,"name":"Fern","id":2}', "'id' encountered at position 23"],
      [
        "an id beyond 2^53",
        '{"id":9007199254740993,"name":"Fern","id":9007199254740992}',
        "'id' encountered at position 38",
      ],
      ["a name", '{"id":1,"name":"Fern","name":"Moss"}', "'name' encountered at position 23"],
      ["a name, once escaped", '{"id":1,"name":"Fern","n\\u0061me":"Moss"}', "'name' encountered at position 23"],
      ["an unknown field", '{"id":1,"name":"Fern","x":1,"x":"1"}', "'x' encountered at position 29"],
    ])("refuses %s that differs (I12)", async (_, body, message) => {
      const service = await start();
      expect(await post(service, body)).toEqual(refused(`The body is no valid JSON: Duplicate key ${message}.`));
      expect(service.mock.plants.size).toBe(0);
    });

    it("quotes a long one in part", async () => {
      const key = "k".repeat(100_000);
      expect(await post(await start(), `{"id":1,"name":"Fern","${key}":1,"${key}":2}`)).toEqual(
        refused(
          `The body is no valid JSON: Duplicate key '${"k".repeat(85)}…${"k".repeat(68)}' encountered at position 100028.`,
        ),
      );
    });
  });

  describe("__proto__", () => {
    it("is an unknown field like any other", async () => {
      const service = await start();
      const answer = await post(service, '{"__proto__":{"tag":"evil","polluted":1},"id":1,"name":"Fern"}');
      expect(answer).toEqual(created('{"name":"Fern"}'));
      expect(service.mock.plants.all()).toEqual([{ id: 1n, name: "Fern" }]);
      expect(Object.prototype).not.toHaveProperty("polluted");
    });

    it("gives a body no fields (I12)", async () => {
      expect(await post(await start(), '{"__proto__":{"id":1,"name":"Fern"}}')).toEqual(
        refused("The NewPlant is invalid: id is required; name is required."),
      );
    });

    it.each(["constructor", "toString", "prototype"])("is no more special than %s", async (field) => {
      const answer = await post(await start(), `{"${field}":null,"id":1,"name":"Fern"}`);
      expect(answer).toEqual(created('{"name":"Fern"}'));
    });
  });

  describe("nesting", { timeout: 30_000 }, () => {
    it.each([
      ["lists, closed", "[".repeat(100_000) + "]".repeat(100_000)],
      ["lists, open", "[".repeat(100_000)],
      ["objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
      ["an unknown field", `{"id":1,"name":"Fern","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ])("100,000 levels deep is refused, and the mock goes on: %s (I12)", async (_, body) => {
      const service = await start();
      expect(await post(service, body)).toEqual(refused(TOO_DEEP));
      expect(await post(service, '{"id":1,"name":"Fern"}')).toEqual(created('{"name":"Fern"}'));
    });

    it("500 levels deep is taken", async () => {
      const answer = await post(await start(), `{"id":1,"name":"Fern","x":${"[".repeat(500)}${"]".repeat(500)}}`);
      expect(answer).toEqual(created('{"name":"Fern"}'));
    });
  });

  describe("size, on which the interface is silent", { timeout: 30_000 }, () => {
    const bodyOf = (size: number) => `{"id":1,"name":"${"x".repeat(size - 18)}"}`;
    const limit = 10 * 2 ** 20;

    it("10 MiB are taken", async () => {
      const service = await start();
      expect((await post(service, bodyOf(limit))).status).toBe(200);
      expect(service.mock.plants.get(1)?.name).toHaveLength(limit - 18);
    });

    it.each([limit + 1, 50_000_000])("%d bytes are refused, and the mock goes on (I12)", async (size) => {
      const service = await start();
      const message = "The body is larger than 10485760 bytes, which is more than this mock takes.";
      expect(await post(service, bodyOf(size))).toEqual(refused(message));
      expect(await post(service, '{"id":1,"name":"Fern"}')).toEqual(created('{"name":"Fern"}'));
    });
  });

  describe("text", () => {
    it("takes a byte order mark before the JSON", async () => {
      const answer = await post(await start(), bytes('\xEF\xBB\xBF{"id":1,"name":"Fern"}'));
      expect(answer).toEqual(created('{"name":"Fern"}'));
    });

    it("refuses a byte order mark alone, and two of them (I12)", async () => {
      const service = await start();
      expect((await post(service, bytes("\xEF\xBB\xBF"))).status).toBe(400);
      expect((await post(service, bytes('\xEF\xBB\xBF\xEF\xBB\xBF{"id":1,"name":"Fern"}'))).status).toBe(400);
    });

    it.each([
      ["a byte that begins nothing", "\xFF"],
      ["a sequence that is cut", "\xC3"],
      ["an overlong sequence", "\xC0\xAF"],
      ["a surrogate", "\xED\xA0\x80"],
      ["a character beyond U+10FFFF", "\xF4\x90\x80\x80"],
    ])("refuses %s, which is no UTF-8 (I12)", async (_, raw) => {
      expect(await post(await start(), bytes(`{"id":1,"name":"${raw}"}`))).toEqual(refused(NOT_UTF8));
    });

    it("refuses UTF-16 (I12)", async () => {
      const utf16 = bytes([...'{"id":1,"name":"Fern"}'].map((character) => `${character}\0`).join(""));
      const service = await start();
      expect((await post(service, utf16)).status).toBe(400);
      expect(await post(service, Uint8Array.from([0xff, 0xfe, ...utf16]))).toEqual(refused(NOT_UTF8));
    });

    it("keeps a lone surrogate that is escaped, and answers with the escape", async () => {
      const service = await start();
      const answer = await post(service, '{"id":1,"name":"\\uD800","tag":"\\udc00x"}');
      expect(answer).toEqual(created('{"name":"\\ud800","tag":"\\udc00x"}'));
      expect(service.mock.plants.get(1)).toEqual({ id: 1n, name: "\ud800", tag: "\udc00x" });
    });

    it("refuses a raw control character in a string (I12)", async () => {
      expect(await post(await start(), '{"id":1,"name":"a\nb"}')).toEqual(
        refused("The body is no valid JSON: Invalid character '\n' at position 17."),
      );
    });
  });
});

it("counts a body's size in bytes, not in characters", { timeout: 30_000 }, async () => {
  const service = await fetchAdapter.start();
  expect((await post(service, `{"id":1,"name":"${"ä".repeat(6 * 2 ** 20)}"}`)).status).toBe(400);
});
