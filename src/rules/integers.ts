/** The smallest and the largest int64: the range of a plant's id. */
export const MIN_INT64 = -(2n ** 63n);
export const MAX_INT64 = 2n ** 63n - 1n;

/** Whether the value is an exact int64: a `bigint` in range, or a safe integer. */
export const isInt64 = (value: unknown): value is number | bigint =>
  typeof value === "bigint" ? value >= MIN_INT64 && value <= MAX_INT64 : Number.isSafeInteger(value);

/** Whether the value is a number in the range of an int32. */
export const isInt32 = (value: unknown): value is number => typeof value === "number" && value === (value | 0);
