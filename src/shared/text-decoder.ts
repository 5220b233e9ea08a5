/**
 * Fails early where bodies couldn't be decoded: React Native before 0.85 and Jest's jsdom have no `TextDecoder`.
 *
 * @throws `TypeError` without one.
 */
export function requireTextDecoder(): void {
  if (typeof TextDecoder === "undefined") {
    throw new TypeError("TextDecoder is missing: load a polyfill");
  }
}
