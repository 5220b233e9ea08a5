/** Decodes UTF-8. Where bytes aren't, the text has U+FFFD, and `isValid` is false unless the polyfill of a decoder can't tell. */
export function decodeUtf8(bytes: Uint8Array): { readonly text: string; readonly isValid: boolean } {
  // A polyfill may decode all of the buffer behind a view.
  const copy = new Uint8Array(bytes);
  try {
    return { text: createStrictDecoder().decode(copy), isValid: true };
  } catch {
    return { text: new TextDecoder().decode(copy), isValid: false };
  }
}

/** Some polyfills refuse `fatal`, and some ignore it. */
function createStrictDecoder(): TextDecoder {
  try {
    return new TextDecoder("utf-8", { fatal: true });
  } catch {
    return new TextDecoder();
  }
}

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
