/** The size of the longest body that is read, of a request or a response. */
export const MAX_BODY_BYTES = 2 ** 20;
export const MAX_BODY_TEXT = "1 MiB";

/** The longest delay of a timer, 24.8 days. A longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

export const INT64_RANGE = `from ${MIN_INT64} to ${MAX_INT64}`;

export const isInt64 = (value: unknown): value is number | bigint =>
  typeof value === "bigint" ? value >= MIN_INT64 && value <= MAX_INT64 : Number.isSafeInteger(value);

export const isInt32 = (value: unknown): value is number => typeof value === "number" && value === (value | 0);
