const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Gives the id of a new plant: a `bigint`, or a safe integer.
 *
 * @inline
 */
export type NewId = () => number | bigint;

/**
 * Ids from a random start between 2^33 and 2^52 on, one after the other: two runs hardly ever meet, plants numbered by
 * hand are far below, and a service that keeps ids as doubles can take them, so that it fails where ids are the case.
 */
export function consecutiveIds(): NewId {
  let next = 2n ** 33n + randomBits(52);
  return () => next++;
}

/** Takes ids from `newId`, and sees to it that they are fresh. */
export function freshIds(newId: NewId): () => bigint {
  const seen = new Set<bigint>();
  return () => {
    const given: unknown = newId();
    if (typeof given !== "bigint" && !Number.isSafeInteger(given)) {
      throw new TypeError("newId must give a bigint or a safe integer.");
    }
    const id = BigInt(given as number | bigint);
    if (id < MIN_INT64 || id > MAX_INT64) {
      throw new TypeError("newId must give an int64.");
    }
    if (seen.has(id)) {
      throw new TypeError(`newId must give a fresh id each time, and gave ${id} twice.`);
    }
    seen.add(id);
    return id;
  };
}

/** A random integer of so many bits, 0 or more. */
export function randomBits(bits: number): bigint {
  const [value = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return value >> BigInt(64 - bits);
}
