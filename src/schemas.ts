import { custom, type InferOutput, object, optional } from "valibot";

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

const text = (field: string) => custom<string>((value) => typeof value === "string", `${field} must be a string`);

const name = text("name");
const tag = optional(text("tag"));

/**
 * A plant, as the service gives it (I4): `{ name: string, tag?: string }`. A Standard Schema.
 *
 * Unknown fields are dropped from what it returns.
 *
 * @example
 * import { plantSchema } from "plant-store-sdk";
 *
 * const result = await plantSchema["~standard"].validate({ name: "Fern", colour: "green" });
 * console.log("value" in result && result.value); // { name: 'Fern' }
 */
export const plantSchema = object(
  {
    /** The plant's name (I4). */
    name,
    /** Which type of plant it is (I4). */
    tag,
  },
  describeObject,
);

/**
 * A plant to create (I5): `{ id: number | bigint, name: string, tag?: string }`. A Standard Schema, ready for form libraries.
 *
 * The id is an int64: a `bigint` from −2^63 to 2^63 − 1, or a `number` that is a safe integer. Unknown fields are dropped.
 *
 * @example
 * import { newPlantSchema } from "plant-store-sdk";
 *
 * const { issues } = await newPlantSchema["~standard"].validate({ id: 2 ** 53, name: "Fern" });
 * console.log(issues?.[0]?.message); // id must be a bigint beyond ±9007199254740991, such as 9007199254740993n
 */
export const newPlantSchema = object(
  {
    /** The plant's identification number (I5), an int64 that you choose: beyond ±(2^53 − 1) a `bigint`. */
    id: custom<number | bigint>(isInt64, describeInt64),
    /** The plant's name (I4). */
    name,
    /** Which type of plant it is (I4). */
    tag,
  },
  describeObject,
);

/**
 * An Error of the service (I6): `{ error: number, message: string }`, where `error` is an int32. A Standard Schema.
 *
 * @example
 * import { errorSchema } from "plant-store-sdk";
 *
 * const { issues } = await errorSchema["~standard"].validate({ error: 2 ** 31, message: "No room" });
 * console.log(issues?.[0]?.message); // error must be an int32
 */
export const errorSchema = object(
  {
    /** A numeric error value (I6), an int32. Which numbers there are, the interface does not say. */
    error: custom<number>(isInt32, "error must be an int32"),
    /** The error's text (I6). In what the client gives, a token that it quotes is redacted. */
    message: text("message"),
  },
  describeObject,
);

/**
 * A plant, as the service gives it (I4). It carries no id (I9).
 *
 * @interface
 */
export type Plant = InferOutput<typeof plantSchema>;

/**
 * A plant to create (I5).
 *
 * Fields that are not named here are not sent.
 *
 * @interface
 */
export type NewPlant = InferOutput<typeof newPlantSchema>;

/**
 * An Error of the service (I6).
 *
 * @interface
 */
export type ErrorRecord = InferOutput<typeof errorSchema>;
