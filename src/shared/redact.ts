const REDACTED = "[redacted]";

/** Shorter tokens may be common words, so they aren't redacted. */
export const MIN_REDACTED_LENGTH = 8;

const PERCENT_ENCODING = /%[\da-f]{2}/gi;
const JSON_ESCAPE = /\\u[\da-f]{4}|\\["\\/]/gi;
const EITHER = /* @__PURE__ */ new RegExp(`${PERCENT_ENCODING.source}|${JSON_ESCAPE.source}`, "gi");
const NONE = /(?!)/g;

/**
 * Makes a function that replaces tokens: as they are, URL-encoded, JSON-escaped, or both. No `RegExp` is made from a token,
 * since its error would quote the token.
 */
export function createRedactor(tokens: readonly string[]): (text: string) => string {
  const secrets = [
    ...new Set(
      tokens
        .filter(({ length }) => length >= MIN_REDACTED_LENGTH)
        .flatMap((token) => [token, utf8(token), latin1(token)]),
    ),
  ];
  return (text) => {
    const hasEscapes = /[%\\]/.test(text);
    if (!hasEscapes && !secrets.some((secret) => text.includes(secret))) {
      return text;
    }
    const marks = new Uint8Array(text.length);
    // Decodes each kind separately, since a token may contain what looks like an escape.
    for (const escapes of hasEscapes ? [NONE, PERCENT_ENCODING, JSON_ESCAPE, EITHER] : [NONE]) {
      markSecrets(marks, text, escapes, secrets);
    }
    return replaceMarked(text, marks);
  };
}

/** The UTF-8 bytes of the token, one character for each: how a token beyond ASCII reads after percent-decoding. */
const utf8 = (token: string): string => encodeURIComponent(token).replace(PERCENT_ENCODING, unescapeOne);

/** How the Latin-1 bytes of a token beyond ASCII read when they are decoded as UTF-8. */
const latin1 = (token: string): string => token.replace(/[\x80-\xff]/g, "\ufffd");

const unescapeOne = (sequence: string): string =>
  /^\\["\\/]/.test(sequence)
    ? sequence.slice(1)
    : String.fromCharCode(Number.parseInt(sequence.replace(/^\\u|%/i, ""), 16));

/** Marks the characters of secrets in the decoded text. */
function markSecrets(marks: Uint8Array, text: string, escapes: RegExp, secrets: readonly string[]): void {
  // Where each decoded character, and the end, is in the text.
  const starts = new Uint32Array(text.length + 1);
  let length = 0;
  let end = 0;
  const copyUntil = (next: number): void => {
    while (end < next) {
      starts[length++] = end++;
    }
  };
  const decoded = text.replace(escapes, (sequence, at: number) => {
    copyUntil(at);
    starts[length++] = at;
    end = at + sequence.length;
    return unescapeOne(sequence);
  });
  copyUntil(text.length);
  starts[length] = text.length;
  for (const secret of secrets) {
    for (let at = decoded.indexOf(secret); at !== -1; at = decoded.indexOf(secret, at + secret.length)) {
      marks.fill(1, starts[at], starts[at + secret.length]);
    }
  }
}

function replaceMarked(text: string, marks: Uint8Array): string {
  let redacted = "";
  for (let start = 0, end = 0; start < text.length; start = end) {
    const mark = marks[start];
    const next = marks.indexOf(mark ? 0 : 1, start);
    end = next === -1 ? text.length : next;
    redacted += mark ? REDACTED : text.slice(start, end);
  }
  return redacted;
}
