import * as v from "valibot";

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

interface Issue {
  readonly input: unknown;
  readonly path?: readonly { readonly key: unknown }[] | undefined;
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** Whether the value is an int64 that is exact: a `bigint` in its range, or a safe integer. */
export const isInt64 = (value: unknown): boolean =>
  typeof value === "bigint" ? value >= MIN_INT64 && value <= MAX_INT64 : Number.isSafeInteger(value);

function describeInt64({ input }: Issue): string {
  if (Number.isInteger(input)) {
    return "id must be a bigint where a number is not exact, beyond ±9007199254740991: 9007199254740993n, or parsePlantId(text)";
  }
  const range = `id must be an integer from ${MIN_INT64} to ${MAX_INT64}`;
  return isNumeric(input) ? range : `${range}, not ${kindOf(input)}`;
}

const isNumeric = (value: unknown): boolean => typeof value === "number" || typeof value === "bigint";

const isInt32 = (value: unknown): boolean => value === ((value as number) | 0);

const describeInt32 = (): string => "error must be an integer from -2147483648 to 2147483647";

const string = (field: string) => v.string(({ input }: Issue) => `${field} must be a string, not ${kindOf(input)}`);

/** The object's own message serves both a record that is no object and a field that is missing from one. */
const describeObject = ({ input, path }: Issue): string =>
  path?.[0] === undefined ? `must be an object, not ${kindOf(input)}` : `${path[0].key} is required`;

/**
 * A plant, as the service gives it (I4): `{ name: string, tag?: string }`. A Standard Schema.
 *
 * Unknown fields are dropped from what it returns.
 */
export const plantSchema = v.object({ name: string("name"), tag: v.optional(string("tag")) }, describeObject);

/**
 * A plant to create (I5): `{ id: number | bigint, name: string, tag?: string }`. A Standard Schema, ready for form libraries.
 *
 * The id is an int64: a `bigint` from −2^63 to 2^63 − 1, or a `number` that is a safe integer. Unknown fields are dropped.
 *
 * @example
 * const { issues } = await newPlantSchema["~standard"].validate({ id: 1, name: "Fern" });
 */
export const newPlantSchema = v.object(
  { id: v.custom<number | bigint>(isInt64, describeInt64), ...plantSchema.entries },
  describeObject,
);

/** An Error of the service (I6): `{ error: number, message: string }`, where `error` is an int32. A Standard Schema. */
export const errorSchema = v.object(
  { error: v.custom<number>(isInt32, describeInt32), message: string("message") },
  describeObject,
);

/** A plant, as the service gives it (I4). It carries no id (I9). */
export type Plant = v.InferOutput<typeof plantSchema>;

/**
 * A plant to create (I5).
 *
 * `id` is an int64 that you choose: a `number` must be a safe integer, beyond that use a `bigint`. Fields that are not
 * named here are not sent.
 */
export type NewPlant = v.InferOutput<typeof newPlantSchema>;

/** An Error of the service (I6): a numeric value, an int32, and its text. */
export type ErrorRecord = v.InferOutput<typeof errorSchema>;
