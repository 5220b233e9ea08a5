import { isInt64 } from "../shared/limits.ts";

/**
 * Returns the id of a new plant: a `bigint`, or a safe integer.
 *
 * @inline
 */
export type NewId = () => number | bigint;

/** Counts up within int32, from a random start, so that runs rarely overlap. */
export function int32Ids(): NewId {
  let next = 2n ** 30n + randomBits(29);
  return () => next++;
}

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

export function randomBits(bits: number): bigint {
  const [value = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return value >> BigInt(64 - bits);
}
