import fc from "fast-check";
import type { FieldSchema } from "./contract.ts";

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
  fc.constantFrom('""', '"\\ud800"', '"\\u0000"', '"__proto__"', '"constructor"', '"Fern"'),
);

/** The JSON of any value. */
export const valueText = fc.oneof(
  stringText,
  numberText,
  fc.constantFrom("null", "true", "false", "{}", "[]", '{"id":1}', "[1e400]", '{"a":0,"a":0}', '{"a":0,"a":1}'),
  fc.json({ maxDepth: 3 }),
);

const TEXTS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  string: stringText,
  integer: numberText,
  number: numberText,
  boolean: fc.constantFrom("true", "false"),
};

/** The JSON of values of a field: mostly those that its schema in openapi.yaml describes, some that are close, some others. */
export function fieldText({ type, enum: allowed }: FieldSchema): fc.Arbitrary<string> {
  const usual = allowed ? fc.constantFrom(...allowed.map((value) => JSON.stringify(value))) : TEXTS[type];
  if (usual === undefined) {
    throw new Error(`Add values of the type ${type} to TEXTS`);
  }
  const close = (allowed ?? []).flatMap((value) => [`${value}`.toUpperCase(), `${value} `, [value]]);
  return fc.oneof(
    { weight: 8, arbitrary: usual },
    {
      weight: 2,
      arbitrary: close.length > 0 ? fc.constantFrom(...close.map((value) => JSON.stringify(value))) : usual,
    },
    { weight: 1, arbitrary: valueText },
  );
}
