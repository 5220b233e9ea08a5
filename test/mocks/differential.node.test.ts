import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fetchAdapter, type RunningMock } from "../support/adapter.ts";
import { adapters } from "../support/adapters.ts";
import { isErrorRecord, isPlant, isValidBody, listFields, readId } from "../support/contract.ts";
import { post } from "../support/post.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Mostly the usual value, sometimes another one. */
const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: other });

const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 24 });

const near = (limit: bigint) => fc.integer({ min: -3, max: 3 }).map((step) => String(limit + BigInt(step)));

const fraction = fc.oneof(
  fc.constant(""),
  digits.map((text) => `.${text}`),
  fc.nat(24).map((n) => `.${"0".repeat(n + 1)}`),
);

const exponent = fc.oneof(
  fc.constantFrom("", "", "", "E+2", "e00", "e400", "e-400", "e999999999", "e-99999999999999999999"),
  fc.integer({ min: -30, max: 30 }).map((n) => `e${n}`),
);

/** Some numbers have a leading zero, which JSON doesn't allow. */
const numberText = fc.oneof(
  fc.bigInt(-(2n ** 65n), 2n ** 65n).map(String),
  near(2n ** 63n),
  near(-(2n ** 63n)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.tuple(fc.constantFrom("", "-"), digits, fraction, exponent).map((parts) => parts.join("")),
);

/** Like `unit: "binary"`, which takes a second to set up. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

const stringText = fc.oneof(
  fc.string({ unit: codePoint }).map((text) => JSON.stringify(text)),
  fc.constantFrom('""', '"\\ud800"', '"\\u0000"', '"__proto__"', '"Fern"'),
);

const valueText = fc.oneof(
  stringText,
  numberText,
  fc.constantFrom("null", "true", "false", "{}", "[]", '{"id":1}', "[1e400]", '{"a":0,"a":0}', '{"a":0,"a":1}'),
  fc.json({ maxDepth: 3 }),
);

const USUAL: Readonly<Record<string, fc.Arbitrary<string>>> = { string: stringText, integer: numberText };

const knownFields = listFields("NewPlant").map(({ name, type, isRequired }) => {
  const present = mostly(USUAL[type] ?? valueText, valueText).map((text) => [`"${name}":${text}`]);
  const absent = fc.constant<string[]>([]);
  return isRequired ? mostly(present, absent) : fc.oneof(absent, present);
});

const unknownName = fc.oneof(
  fc.constantFrom('"__proto__"', '"constructor"', '"ID"', '"id "', '""', '"n\\u0061me"', '"x"'),
  fc.string().map((name) => JSON.stringify(name)),
);

const unknownField = fc.tuple(unknownName, valueText).map((parts) => parts.join(":"));

const nearValid = fc
  .tuple(fc.tuple(...knownFields), fc.array(unknownField, { maxLength: 2 }), fc.constantFrom("", " ", "\n\t"))
  .chain(([known, unknown, space]) => {
    const fields = [...known.flat(), ...unknown];
    const shuffled = fc.shuffledSubarray(fields, { minLength: fields.length });
    const repeated = fc.subarray(fields, { maxLength: Math.min(fields.length, 1) });
    return fc.tuple(shuffled, repeated).map((parts) => `${space}{${space}${parts.flat().join(`${space},`)}}${space}`);
  });

/** Near-valid bytes, some of which are replaced, inserted or removed. */
const changedBytes = fc
  .tuple(nearValid.map(encode), fc.nat(), fc.uint8Array({ maxLength: 2 }), fc.nat(2))
  .map(([bytes, position, inserted, removedCount]) => {
    const at = position % (bytes.length + 1);
    return Uint8Array.from([...bytes.slice(0, at), ...inserted, ...bytes.slice(at + removedCount)]);
  });

const rawBytes = fc.oneof(fc.uint8Array({ maxLength: 64 }), changedBytes);

async function compare(service: RunningMock, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  service.mock.reset();
  const isValid = isValidBody(bytes);
  const { status, contentType, body } = await post(service, bytes);
  const record: unknown = JSON.parse(body);
  expect([status, contentType]).toEqual([isValid ? 200 : 400, "application/json"]);
  expect(isValid ? isPlant(record) : isErrorRecord(record)).toBe(true);
  expect(service.mock.plants.all().map(({ id }) => BigInt(id))).toEqual(isValid ? [readId(bytes)] : []);
  if (isValid) {
    const sent = JSON.parse(new TextDecoder().decode(bytes));
    const names = listFields("Plant").map(({ name }) => name);
    const plant = Object.fromEntries(names.map((name) => [name, sent[name]]));
    // Without fields that are undefined, and without -0, which JSON.stringify writes as 0.
    expect(record).toEqual(JSON.parse(JSON.stringify(plant)));
  }
}

describe.each(adapters)("$name creates what the contract calls valid (I5, I9, I10, I11, I12)", ({ name, start }) => {
  it.each([
    ["arbitrary JSON", fc.json().map(encode), 250],
    ["near-valid NewPlants", nearValid.map(encode), 1_000],
    ["raw bytes", rawBytes, 500],
  ])("from %s", async (_, bodies, count) => {
    const service = await start();
    const property = fc.asyncProperty(bodies, (bytes) => compare(service, bytes as Uint8Array<ArrayBuffer>));
    await fc.assert(property, { seed: 1042, numRuns: name === fetchAdapter.name ? count : 25 });
  });
});
