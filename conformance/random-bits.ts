/** Returns a random integer of up to 64 bits. */
export function randomBits(bits: number): bigint {
  const [value = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return value >> BigInt(64 - bits);
}
