const REDACTED = "[redacted]";

/** Shorter tokens may be common words, so they aren't redacted. */
export const MIN_REDACTED_LENGTH = 8;

// The escapes of a character. Each pattern is tried by itself, since a token may contain what looks like an escape.
const PERCENT_ENCODING = /%[\da-f]{2}/gi;
const JSON_ESCAPE = /\\u[\da-f]{4}|\\["\\/]/gi;
const EITHER = /* @__PURE__ */ new RegExp(`${PERCENT_ENCODING.source}|${JSON_ESCAPE.source}`, "gi");
const ESCAPES = [undefined, PERCENT_ENCODING, JSON_ESCAPE, EITHER];

/**
 * Makes a function that replaces tokens: as they are, URL-encoded, JSON-escaped, or both. No `RegExp` is made from a token,
 * since its error would quote the token.
 */
export function createRedactor(tokens: readonly string[]): (text: string) => string {
  const secrets = new Set(tokens.filter(({ length }) => length >= MIN_REDACTED_LENGTH).flatMap((t) => [t, utf8(t)]));
  return (text) => {
    const marks = new Uint8Array(text.length);
    for (const pattern of ESCAPES) {
      markSecrets(marks, text, secrets, pattern);
    }
    let redacted = "";
    for (let start = 0, end = 0; start < text.length; start = end) {
      const mark = marks[start];
      const next = marks.indexOf(mark ? 0 : 1, start);
      end = next === -1 ? text.length : next;
      redacted += mark ? REDACTED : text.slice(start, end);
    }
    return redacted;
  };
}

/** The token as it is and in base64, base64url and hex, alone or inside a longer encoded text such as Basic credentials. */
export function encodedForms(token: string): string[] {
  if (token.length < MIN_REDACTED_LENGTH) {
    return [];
  }
  const forms = [token, utf8(token)].flatMap((bytes) => {
    const hex = Array.from(bytes, (character) => character.charCodeAt(0).toString(16).padStart(2, "0")).join("");
    // Base64 writes 3 bytes as 4 characters, so a token inside a longer text has 3 forms, one for each offset. Its first and
    // last characters depend on the bytes beside it, and are left out.
    const base64 = [0, 2, 3].map((skipped, before) => {
      const text = btoa("\0".repeat(before) + bytes).replaceAll("=", "");
      const isCut = (before + bytes.length) % 3 > 0;
      return text.slice(skipped, isCut ? -1 : undefined);
    });
    return [hex, hex.toUpperCase(), ...[btoa(bytes), ...base64].flatMap((form) => [form, toBase64Url(form)])];
  });
  return [...new Set([token, ...forms])];
}

const toBase64Url = (base64: string): string => base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The UTF-8 bytes of the token, one character for each: how a token beyond ASCII reads after percent-decoding. */
const utf8 = (token: string): string => encodeURIComponent(token).replace(PERCENT_ENCODING, unescapeOne);

const unescapeOne = (sequence: string): string =>
  /^\\["\\/]/.test(sequence)
    ? sequence.slice(1)
    : String.fromCharCode(Number.parseInt(sequence.replace(/^\\u|%/i, ""), 16));

function markSecrets(marks: Uint8Array, text: string, secrets: Iterable<string>, pattern: RegExp | undefined): void {
  const decoded = pattern ? text.replace(pattern, unescapeOne) : text;
  if (pattern && decoded.length === text.length) {
    return;
  }
  let offsets: number[] | undefined;
  for (const secret of secrets) {
    let end = 0;
    for (let at = decoded.indexOf(secret); at !== -1; at = decoded.indexOf(secret, end)) {
      end = at + secret.length;
      if (pattern) {
        offsets ??= Array.from(text.matchAll(new RegExp(`${pattern.source}|[^]|$`, "gi")), ({ index }) => index);
      }
      marks.fill(1, offsets?.[at] ?? at, offsets?.[end] ?? end);
    }
  }
}
