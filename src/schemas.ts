import * as v from "valibot";

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** Whether the value is an int64 that is exact: a `bigint` in its range, or a safe integer. */
export const isInt64 = (value: unknown): value is number | bigint =>
  typeof value === "bigint" ? value >= MIN_INT64 && value <= MAX_INT64 : Number.isSafeInteger(value);

const describeInt64 = ({ input }: { input: unknown }): string =>
  Number.isInteger(input)
    ? "id must be a bigint beyond ±9007199254740991, such as 9007199254740993n"
    : "id must be an integer from -9223372036854775808 to 9223372036854775807";

const isInt32 = (value: unknown): boolean => typeof value === "number" && value === (value | 0);

/** The object's own message serves both a value that is no object and a field that is missing from one. */
export const describeObject = ({ path }: { path?: readonly { key: unknown }[] | undefined }): string =>
  path?.[0] ? `${path[0].key} is required` : "it must be an object";

const text = (field: string) => v.custom<string>((value) => typeof value === "string", `${field} must be a string`);

const name = text("name");
const tag = v.optional(text("tag"));

/**
 * A plant, as the service gives it (I4): `{ name: string, tag?: string }`. A Standard Schema.
 *
 * Unknown fields are dropped from what it returns.
 */
export const plantSchema = v.object({ name, tag }, describeObject);

/**
 * A plant to create (I5): `{ id: number | bigint, name: string, tag?: string }`. A Standard Schema, ready for form libraries.
 *
 * The id is an int64: a `bigint` from −2^63 to 2^63 − 1, or a `number` that is a safe integer. Unknown fields are dropped.
 *
 * @example
 * const { issues } = await newPlantSchema["~standard"].validate({ id: 1, name: "Fern" });
 */
export const newPlantSchema = v.object(
  { id: v.custom<number | bigint>(isInt64, describeInt64), name, tag },
  describeObject,
);

/** An Error of the service (I6): `{ error: number, message: string }`, where `error` is an int32. A Standard Schema. */
export const errorSchema = v.object(
  {
    error: v.custom<number>(isInt32, "error must be an int32"),
    message: text("message"),
  },
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
