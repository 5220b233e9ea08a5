import { describe, expect, it } from "vitest";
import { fetchAdapter } from "../support/adapter.ts";
import { adapters } from "../support/adapters.ts";
import { created, post, refused } from "../support/post.ts";

const NOT_AN_INT64 = "Invalid NewPlant: id must be an integer from -9223372036854775808 to 9223372036854775807.";
const NOT_UTF8 = "Invalid NewPlant: not UTF-8.";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe.each(adapters)("$name", ({ start }) => {
  describe("an id is exact (I5)", () => {
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
      [`0.${"0".repeat(50)}1e51`, 1n],
      ["-9223372036854775808", -9223372036854775808n],
      [`1.${"0".repeat(100_000)}`, 1n],
      [`1${"0".repeat(100_000)}e-100000`, 1n],
    ])("accepts %.40s", async (digits, id) => {
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
      expect(await post(service, `{"id":${digits},"name":"Fern"}`)).toEqual(refused(NOT_AN_INT64));
      expect(service.mock.plants.size).toBe(0);
    });

    it.each(["01", "+1", ".5", "1.", "0x1", "1e", "1n", "NaN", "Infinity", "--1", "١"])(
      "refuses %s, which isn't JSON (I12)",
      async (digits) => {
        const { status, body } = await post(await start(), `{"id":${digits},"name":"Fern"}`);
        expect(status).toBe(400);
        expect(body).toMatch(
          /^\{"error":400,"message":"Invalid NewPlant: not valid JSON: unexpected .+ at position \d+\."\}$/,
        );
      },
    );
  });

  describe("a key that occurs twice", () => {
    it.each([
      ["an id", '{"id":1,"name":"Fern","id":9007199254740993}', { id: 9007199254740993n, name: "Fern" }],
      ["an id, first invalid", '{"id":"1","name":"Fern","id":1e3}', { id: 1000n, name: "Fern" }],
      ["a name", '{"id":1,"name":"Fern","name":"Moss"}', { id: 1n, name: "Moss" }],
      ["a name, once escaped", '{"id":1,"name":"Fern","n\\u0061me":"Moss"}', { id: 1n, name: "Moss" }],
      ["an unknown field", '{"id":1,"name":"Fern","x":1,"x":[2]}', { id: 1n, name: "Fern" }],
    ])("has its last value: %s", async (_, body, plant) => {
      const service = await start();
      expect((await post(service, body)).status).toBe(200);
      expect(service.mock.plants.all()).toEqual([plant]);
    });

    it("is refused when the last value is invalid (I12)", async () => {
      const response = await post(await start(), '{"id":1,"name":"Fern","name":1}');
      expect(response).toEqual(refused("Invalid NewPlant: name must be a string."));
    });
  });

  describe("__proto__", () => {
    it("is an unknown field like any other", async () => {
      const service = await start();
      const response = await post(service, '{"__proto__":{"tag":"evil","polluted":1},"id":1,"name":"Fern"}');
      expect(response).toEqual(created('{"name":"Fern"}'));
      expect(service.mock.plants.all()).toEqual([{ id: 1n, name: "Fern" }]);
      expect(Object.prototype).not.toHaveProperty("polluted");
    });

    it("adds no fields to a body (I12)", async () => {
      expect(await post(await start(), '{"__proto__":{"id":1,"name":"Fern"}}')).toEqual(
        refused("Invalid NewPlant: id is required; name is required."),
      );
    });

    it.each(["constructor", "toString", "prototype"])("is as harmless as %s", async (field) => {
      const response = await post(await start(), `{"${field}":null,"id":1,"name":"Fern"}`);
      expect(response).toEqual(created('{"name":"Fern"}'));
    });
  });

  describe("nesting of 100,000 levels", () => {
    const [open, close] = ["[".repeat(100_000), "]".repeat(100_000)];

    it("is accepted in an unknown field", async () => {
      expect(await post(await start(), `{"id":1,"name":"Fern","x":${open}${close}}`)).toEqual(
        created('{"name":"Fern"}'),
      );
    });

    it.each([
      ["arrays", `${open}${close}`, "expected an object"],
      ["open arrays", open, "not valid JSON: unexpected end of input at position 100000"],
      ["objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, "id is required; name is required"],
      ["a tag", `{"id":1,"name":"Fern","tag":${open}${close}}`, "tag holds more than 1000 values"],
    ])("is refused and harmless: %s (I12)", async (_, body, problem) => {
      const service = await start();
      expect(await post(service, body)).toEqual(refused(`Invalid NewPlant: ${problem}.`));
      expect(await post(service, '{"id":1,"name":"Fern"}')).toEqual(created('{"name":"Fern"}'));
    });
  });

  describe("size", () => {
    const getBody = (size: number) => `{"id":1,"name":"${"x".repeat(size - 18)}"}`;
    const limit = 2 ** 20;

    it("accepts 1 MiB", async () => {
      const service = await start();
      expect((await post(service, getBody(limit))).status).toBe(200);
      expect(service.mock.plants.get(1)?.name).toHaveLength(limit - 18);
    });

    it.each([limit + 1, 4 * limit])("refuses %d bytes (I12)", async (size) => {
      const service = await start();
      expect(await post(service, getBody(size))).toEqual(refused("Invalid NewPlant: larger than 1 MiB."));
      expect(await post(service, '{"id":1,"name":"Fern"}')).toEqual(created('{"name":"Fern"}'));
    });
  });

  describe("UTF-8", () => {
    it("accepts a byte order mark before the JSON", async () => {
      const response = await post(await start(), bytes('\xEF\xBB\xBF{"id":1,"name":"Fern"}'));
      expect(response).toEqual(created('{"name":"Fern"}'));
    });

    it("refuses a byte order mark alone or twice (I12)", async () => {
      const service = await start();
      expect((await post(service, bytes("\xEF\xBB\xBF"))).status).toBe(400);
      expect((await post(service, bytes('\xEF\xBB\xBF\xEF\xBB\xBF{"id":1,"name":"Fern"}'))).status).toBe(400);
    });

    it.each([
      ["an invalid byte", "\xFF"],
      ["a truncated sequence", "\xC3"],
      ["an overlong sequence", "\xC0\xAF"],
      ["a surrogate", "\xED\xA0\x80"],
      ["a character beyond U+10FFFF", "\xF4\x90\x80\x80"],
    ])("refuses %s (I12)", async (_, raw) => {
      expect(await post(await start(), bytes(`{"id":1,"name":"${raw}"}`))).toEqual(refused(NOT_UTF8));
    });

    it("refuses UTF-16 (I12)", async () => {
      const utf16 = bytes([...'{"id":1,"name":"Fern"}'].map((character) => `${character}\0`).join(""));
      const service = await start();
      expect((await post(service, utf16)).status).toBe(400);
      expect(await post(service, Uint8Array.from([0xff, 0xfe, ...utf16]))).toEqual(refused(NOT_UTF8));
    });

    it("returns an escaped lone surrogate as an escape", async () => {
      const service = await start();
      const response = await post(service, '{"id":1,"name":"\\uD800","tag":"\\udc00x"}');
      expect(response).toEqual(created('{"name":"\\ud800","tag":"\\udc00x"}'));
      expect(service.mock.plants.get(1)).toEqual({ id: 1n, name: "\ud800", tag: "\udc00x" });
    });

    it("refuses a raw control character in a string (I12)", async () => {
      expect(await post(await start(), '{"id":1,"name":"a\nb"}')).toEqual(
        refused('Invalid NewPlant: not valid JSON: unexpected "\\n" at position 17.'),
      );
    });
  });
});

it("counts the size of a body in bytes", async () => {
  const service = await fetchAdapter.start();
  expect((await post(service, `{"id":1,"name":"${"ä".repeat(2 ** 19)}"}`)).status).toBe(400);
});
