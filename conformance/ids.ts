import { isInt64 } from "../src/rules/integers.ts";

/**
 * Returns the id of a new plant: a `bigint`, or a safe integer.
 *
 * @inline
 */
export type NewId = () => number | bigint;

/**
 * Returns consecutive ids from a random start between 2^33 and 2^52. Two runs hardly ever overlap, and ids that people
 * assign are far below. A service that stores ids as doubles accepts them, so it fails only in the cases about large ids.
 */
export function consecutiveIds(): NewId {
  let next = 2n ** 33n + randomBits(52);
  return () => next++;
}

/** Wraps `newId` and throws unless it returns a different int64 each time. */
export function uniqueIds(newId: NewId): () => bigint {
  const seen = new Set<bigint>();
  return () => {
    const value: unknown = newId();
    if (!isInt64(value)) {
      throw new TypeError("newId must return an int64: a bigint in range, or a safe integer");
    }
    const id = BigInt(value);
    if (seen.has(id)) {
      throw new TypeError(`newId must return a different id each time, but returned ${id} twice`);
    }
    seen.add(id);
    return id;
  };
}

/** A random integer from 0 to 2^bits - 1. */
export function randomBits(bits: number): bigint {
  const [value = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return value >> BigInt(64 - bits);
}
