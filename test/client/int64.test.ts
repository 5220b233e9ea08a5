import fc from "fast-check";
import { createPlantStoreClient, type NewPlant, PlantStoreInputError, parsePlantId } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, scriptedFetch } from "../support/scripted-fetch.ts";
import { thrownBy } from "../support/thrown-by.ts";

const valid = { baseUrl: "https://plants.example.com", token: "abc" };
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

async function toWire(newPlant: NewPlant): Promise<string> {
  let bytes: Uint8Array | undefined;
  const client = createPlantStoreClient({
    ...valid,
    async fetch(input, init) {
      bytes = new Uint8Array(await new Request(input, init).arrayBuffer());
      return created();
    },
  });
  await client.createPlant(newPlant);
  return Array.from(bytes ?? [], (byte) => String.fromCharCode(byte)).join("");
}

/** Long division, independent of the language's own conversion to text. */
function getDigits(id: number | bigint): string {
  let rest = BigInt(id);
  const sign = rest < 0n ? "-" : "";
  rest = rest < 0n ? -rest : rest;
  let digits = "";
  do {
    digits = "0123456789".charAt(Number(rest % 10n)) + digits;
    rest /= 10n;
  } while (rest > 0n);
  return sign + digits;
}

/** Follows the tables of RFC 8259 and RFC 3629. Returns one Latin-1 character per byte. */
function jsonStringBytes(text: string): string {
  const escapes = new Map([
    [0x08, "\\b"],
    [0x09, "\\t"],
    [0x0a, "\\n"],
    [0x0c, "\\f"],
    [0x0d, "\\r"],
    [0x22, '\\"'],
    [0x5c, "\\\\"],
  ]);
  const byte = (value: number) => String.fromCharCode(value);
  const tail = (point: number, shift: number) => byte(0x80 | ((point >> shift) & 0x3f));
  let bytes = "";
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const next = text.charCodeAt(index + 1);
    const isPair = unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff;
    const short = escapes.get(unit);
    if (short !== undefined) {
      bytes += short;
    } else if (unit < 0x20) {
      bytes += `\\u00${unit < 0x10 ? "0" : "1"}${"0123456789abcdef".charAt(unit & 0xf)}`;
    } else if (isPair) {
      const point = 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00);
      bytes += byte(0xf0 | (point >> 18)) + tail(point, 12) + tail(point, 6) + tail(point, 0);
      index++;
    } else if (unit >= 0xd800 && unit <= 0xdfff) {
      // UTF-8 can't encode a lone surrogate, so JSON escapes it.
      bytes += `\\ud${[8, 4, 0].map((shift) => "0123456789abcdef".charAt((unit >> shift) & 0xf)).join("")}`;
    } else if (unit < 0x80) {
      bytes += byte(unit);
    } else if (unit < 0x800) {
      bytes += byte(0xc0 | (unit >> 6)) + tail(unit, 0);
    } else {
      bytes += byte(0xe0 | (unit >> 12)) + tail(unit, 6) + tail(unit, 0);
    }
  }
  return `"${bytes}"`;
}

const ids = fc.oneof(
  fc.bigInt({ min: MIN_INT64, max: MAX_INT64 }),
  fc.maxSafeInteger(),
  fc.maxSafeInteger().map(BigInt),
  fc.constantFrom(0, -0, 0n, MIN_INT64, MAX_INT64, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
);
/** Like `unit: "binary"`, which takes a second to set up. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const texts = fc.oneof(
  fc.string({ unit: codePoint }),
  fc
    .array(
      fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd800, max: 0xdfff }), fc.nat(0x7f), fc.constantFrom(0x2028, 0xfeff)),
    )
    .map((units) => String.fromCharCode(...units)),
);

describe("the id on the wire", () => {
  it("is exact after parsePlantId", async () => {
    expect(await toWire({ id: parsePlantId("9007199254740993"), name: "Fern" })).toBe(
      '{"id":9007199254740993,"name":"Fern"}',
    );
  });

  it("is exact for every int64, with any name and tag, even with lone surrogates", async () => {
    await fc.assert(
      fc.asyncProperty(ids, texts, fc.option(texts, { nil: undefined }), async (id, name, tag) => {
        const tagField = tag === undefined ? "" : `,"tag":${jsonStringBytes(tag)}`;
        expect(await toWire({ id, name, tag })).toBe(
          `{"id":${getDigits(id)},"name":${jsonStringBytes(name)}${tagField}}`,
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("an id that is not an exact int64", () => {
  const RANGE = "id must be an integer from -9223372036854775808 to 9223372036854775807";
  const INEXACT = "id isn't exact as a number. Pass a bigint, such as 9007199254740993n";

  it.each<[string, unknown, string]>([
    ["2^53 as a number", 2 ** 53, INEXACT],
    ["-2^53 as a number", -(2 ** 53), INEXACT],
    ["2^63 as a number", 2 ** 63, INEXACT],
    ["2^63", 2n ** 63n, RANGE],
    ["-2^63 - 1", -(2n ** 63n) - 1n, RANGE],
    ["1.5", 1.5, RANGE],
    ["NaN", Number.NaN, RANGE],
    ["Infinity", Number.POSITIVE_INFINITY, RANGE],
    ["-Infinity", Number.NEGATIVE_INFINITY, RANGE],
    ["text", "1", "id must be a number or a bigint, not text. Convert it with parsePlantId"],
    ["null", null, RANGE],
    ["undefined", undefined, RANGE],
    ["true", true, RANGE],
    ["a Number object", Object(1), RANGE],
    ["an object with a value", { valueOf: () => 1 }, RANGE],
    ["a list", [1], RANGE],
    ["a date", new Date(0), RANGE],
    ["a symbol", Symbol("1"), RANGE],
  ])("is rejected before anything is sent: %s", async (_, id, message) => {
    const { fetch, sent } = scriptedFetch(created);
    const client = createPlantStoreClient({ ...valid, fetch });
    const error = await getRejection(client.createPlant({ id, name: "Fern" } as NewPlant));
    expect(error).toBeInstanceOf(PlantStoreInputError);
    expect(error).toMatchObject({
      message: `Invalid newPlant: ${message}`,
      issues: [{ message, path: ["id"] }],
    });
    expect(sent).toEqual([]);
  });

  it("is rejected, whatever its type", async () => {
    const inexact = fc
      .double()
      .filter((value) => !Number.isSafeInteger(value))
      .map((value): unknown => value);
    const outside = fc
      .bigInt()
      .map((value) => (value < 0n ? MIN_INT64 + value : MAX_INT64 + 1n + value))
      .map((value): unknown => value);
    const other = fc.anything().filter((value) => typeof value !== "number" && typeof value !== "bigint");
    const { fetch, sent } = scriptedFetch(created);
    const client = createPlantStoreClient({ ...valid, fetch });
    await fc.assert(
      fc.asyncProperty(fc.oneof(inexact, outside, other), async (id) => {
        expect(await getRejection(client.createPlant({ id, name: "Fern" } as NewPlant))).toBeInstanceOf(
          PlantStoreInputError,
        );
      }),
      { numRuns: 500 },
    );
    expect(sent).toEqual([]);
  });
});

describe("the fields of a NewPlant", () => {
  it("exclude unknown fields", async () => {
    const newPlant = { color: "green", id: 1, name: "Fern", toJSON: () => ({ id: 2 }), tag: "indoor", Name: "x" };
    expect(await toWire(newPlant)).toBe('{"id":1,"name":"Fern","tag":"indoor"}');
  });

  it("exclude a tag that is undefined or absent", async () => {
    expect(await toWire({ id: 1, name: "Fern", tag: undefined })).toBe('{"id":1,"name":"Fern"}');
    expect(await toWire({ id: 1, name: "Fern" })).toBe('{"id":1,"name":"Fern"}');
  });

  it("include an empty name and an empty tag", async () => {
    expect(await toWire({ id: 1, name: "", tag: "" })).toBe('{"id":1,"name":"","tag":""}');
  });

  it("can be getters of a class, and are read once", async () => {
    let reads = 0;
    class Record {
      readonly name = "Fern";
      get id() {
        return ++reads === 1 ? 1 : Number.NaN;
      }
    }
    expect(await toWire(new Record())).toBe('{"id":1,"name":"Fern"}');
  });

  it("are read synchronously: later changes aren't sent", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const newPlant = { id: 1, name: "Fern" };
    const client = createPlantStoreClient({ ...valid, token: async () => "abc", fetch });
    const result = client.createPlant(newPlant);
    newPlant.name = "Moss";
    await result;
    expect(sent[0]?.body).toBe('{"id":1,"name":"Fern"}');
  });

  it.each<[string, unknown, { message: string; path?: string[] }[]]>([
    ["nothing", undefined, [{ message: "expected an object" }]],
    ["null", null, [{ message: "expected an object" }]],
    ["text", '{"id":1,"name":"Fern"}', [{ message: "expected an object" }]],
    [
      "no field",
      {},
      [
        { message: "id is required", path: ["id"] },
        { message: "name is required", path: ["name"] },
      ],
    ],
    ["an empty list", [], [{ message: "expected an object" }]],
    ["a name that is no text", { id: 1, name: 1 }, [{ message: "name must be a string", path: ["name"] }]],
    ["a name undefined", { id: 1, name: undefined }, [{ message: "name must be a string", path: ["name"] }]],
    ["a tag null", { id: 1, name: "", tag: null }, [{ message: "tag must be a string", path: ["tag"] }]],
    [
      "every field wrong",
      { id: "1", name: null, tag: 1 },
      [
        { message: "id must be a number or a bigint, not text. Convert it with parsePlantId", path: ["id"] },
        { message: "name must be a string", path: ["name"] },
        { message: "tag must be a string", path: ["tag"] },
      ],
    ],
  ])("are rejected before anything is sent, with an issue for each problem: %s", async (_, newPlant, issues) => {
    const { fetch, sent } = scriptedFetch(created);
    const client = createPlantStoreClient({ ...valid, fetch });
    const error = await getRejection(client.createPlant(newPlant as NewPlant));
    expect(error).toBeInstanceOf(PlantStoreInputError);
    expect((error as PlantStoreInputError).issues).toEqual(issues);
    expect((error as PlantStoreInputError).message).toBe(
      `Invalid newPlant: ${issues.map(({ message }) => message).join("; ")}`,
    );
    expect(sent).toEqual([]);
  });
});

describe("parsePlantId", () => {
  it.each([
    ["0", 0n],
    ["-0", 0n],
    ["7", 7n],
    ["-1", -1n],
    ["42", 42n],
    ["9007199254740993", 9007199254740993n],
    ["-9223372036854775808", MIN_INT64],
    ["9223372036854775807", MAX_INT64],
  ])("reads %s exactly", (text, id) => {
    expect(parsePlantId(text)).toBe(id);
  });

  it("reads the digits of every int64", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: MIN_INT64, max: MAX_INT64 }), (id) => {
        expect(parsePlantId(getDigits(id))).toBe(id);
      }),
    );
  });

  it.each([" 1", "1 ", "\t1\r\n", "\u00a01\ufeff"])("ignores surrounding white space: %j", (text) => {
    expect(parsePlantId(text)).toBe(1n);
  });

  const DIGITS = "Use digits only, without leading zeros";
  const TEXT = 'id must be text, such as "1042"';
  const RANGE = "Enter an id from -9223372036854775808 to 9223372036854775807";

  it.each<[string, unknown, string]>([
    ["an empty text", "", "Enter an id"],
    ["white space", " \n", "Enter an id"],
    ["a minus sign alone", "-", DIGITS],
    ["a plus sign", "+1", DIGITS],
    ["two minus signs", "--1", DIGITS],
    ["a leading zero", "01", DIGITS],
    ["a leading zero after the minus sign", "-01", DIGITS],
    ["a space within", "1 2", DIGITS],
    ["a fraction", "1.0", DIGITS],
    ["an exponent", "1e3", DIGITS],
    ["hexadecimal digits", "0x10", DIGITS],
    ["a separator", "1_000", DIGITS],
    ["a comma", "1,000", DIGITS],
    ["a bigint literal", "1n", DIGITS],
    ["letters", "fern", DIGITS],
    ["digits of another script", "١", DIGITS],
    ["2^63", "9223372036854775808", RANGE],
    ["-2^63 - 1", "-9223372036854775809", RANGE],
    ["20 digits", "10000000000000000000", RANGE],
    ["a megabyte of digits", "9".repeat(2 ** 20), RANGE],
    ["undefined", undefined, TEXT],
    ["null", null, TEXT],
    ["a list that reads as digits no number could hold", ["9223372036854775808"], TEXT],
  ])("rejects %s", (_, text, message) => {
    const error = thrownBy(() => parsePlantId(text as string));
    expect(error).toBeInstanceOf(PlantStoreInputError);
    expect(error).toMatchObject({
      message: `Invalid id: ${message}`,
      issues: [{ message, path: ["id"] }],
    });
  });
});
