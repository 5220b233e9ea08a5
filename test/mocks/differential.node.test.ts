import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Adapter, fetchAdapter, type RunningMock } from "../support/adapter.ts";
import { adapters } from "../support/adapters.ts";
import { isErrorRecord, isPlant, isValidBody, listFields, readId } from "../support/contract.ts";
import { post } from "../support/post.ts";

const encode = (text: string) => new TextEncoder().encode(text);

const runs = (adapter: Pick<Adapter, "name">, numRuns: number) => ({
  seed: 1042,
  numRuns: adapter.name === fetchAdapter.name ? numRuns : 25,
});

const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength });

const near = (limit: bigint) => fc.integer({ min: -3, max: 3 }).map((step) => String(limit + BigInt(step)));

const fraction = fc.oneof(
  fc.constant(""),
  digits(24).map((text) => `.${text}`),
  fc.nat(24).map((n) => `.${"0".repeat(n + 1)}`),
);

const exponent = fc.oneof(
  { weight: 4, arbitrary: fc.constant("") },
  { weight: 4, arbitrary: fc.integer({ min: -30, max: 30 }).map((n) => `e${n}`) },
  { weight: 1, arbitrary: fc.constantFrom("E+2", "e00", "e400", "e-400", "e999999999", "e-99999999999999999999") },
);

/** Some numbers have a leading zero, which JSON doesn't allow. */
const numberText = fc.oneof(
  fc.bigInt(-(2n ** 65n), 2n ** 65n).map(String),
  near(2n ** 63n),
  near(-(2n ** 63n)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.tuple(fc.constantFrom("", "-"), digits(24), fraction, exponent).map((parts) => parts.join("")),
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

const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: other });

const field = (name: string, usual: fc.Arbitrary<string>) =>
  mostly(usual, valueText).map((text) => `"${name}":${text}`);

const unknownField = fc
  .tuple(
    fc.oneof(fc.constantFrom("__proto__", "constructor", "ID", "id ", "", "n\\u0061me", "x"), fc.string()),
    valueText,
  )
  .map(([name, text]) => `${name.includes("\\u0061") ? `"${name}"` : JSON.stringify(name)}:${text}`);

const USUAL: Readonly<Record<string, fc.Arbitrary<string>>> = {
  string: stringText,
  integer: numberText,
  number: numberText,
  boolean: fc.constantFrom("true", "false"),
};

const contractFields = listFields("NewPlant").map(({ name, type, isRequired }) => {
  const present = field(name, USUAL[type] ?? valueText).map((text) => [text]);
  const absent = fc.constant<string[]>([]);
  return isRequired ? mostly(present, absent) : fc.oneof(absent, present);
});

const nearValid = fc
  .tuple(
    fc.tuple(...contractFields),
    fc.array(unknownField, { maxLength: 2 }),
    fc.boolean(),
    fc.constantFrom("", " ", "\n\t"),
  )
  .chain(([known, unknown, isTwice, space]) => {
    const fields = [...known.flat(), ...unknown];
    return fc
      .shuffledSubarray(fields, { minLength: fields.length })
      .map((shuffled) => (isTwice ? [...shuffled, ...shuffled.slice(0, 1)] : shuffled))
      .map((shuffled) => `${space}{${space}${shuffled.join(`${space},`)}}${space}`);
  });

const rawBytes = fc.oneof(
  fc.uint8Array({ maxLength: 64 }),
  fc
    .tuple(
      nearValid.map(encode),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }), fc.nat(2)), { maxLength: 2 }),
    )
    .map(([bytes, changes]) =>
      changes.reduce((changed, [position, byte, kind]) => {
        const at = position % (changed.length + 1);
        const inserted = kind === 0 ? [] : [byte];
        return Uint8Array.from([...changed.slice(0, at), ...inserted, ...changed.slice(kind === 1 ? at : at + 1)]);
      }, bytes),
    ),
);

async function compare(service: RunningMock, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  service.mock.reset();
  const isValid = isValidBody(bytes);
  const { status, contentType, body } = await post(service, bytes);
  const record: unknown = JSON.parse(body);
  expect(contentType).toBe("application/json");
  expect(status === 200 ? isPlant(record) : status === 400 && isErrorRecord(record)).toBe(true);
  expect(status).toBe(isValid ? 200 : 400);
  if (isValid) {
    const sent = JSON.parse(new TextDecoder().decode(bytes));
    const names = listFields("Plant").map(({ name }) => name);
    expect(record).toEqual(Object.fromEntries(names.filter((name) => name in sent).map((name) => [name, sent[name]])));
    expect(service.mock.plants.all().map(({ id }) => id)).toEqual([readId(bytes)]);
  } else {
    expect(service.mock.plants.size).toBe(0);
  }
}

describe.each(adapters)(
  "$name responds with 200 exactly when the contract says valid (I5, I9, I10, I11, I12)",
  (adapter) => {
    it.each([
      ["arbitrary JSON", fc.json().map(encode), 250],
      ["near-valid NewPlants", nearValid.map(encode), 1_000],
      ["raw bytes", rawBytes, 500],
    ])("for %s", async (_, bodies, numRuns) => {
      const service = await adapter.start();
      await fc.assert(
        fc.asyncProperty(bodies, (bytes) => compare(service, bytes as Uint8Array<ArrayBuffer>)),
        runs(adapter, numRuns),
      );
    });
  },
);
