/** Returns what is wrong with a token, without quoting it. */
export function tokenProblem(token: unknown, name = "token", type = "a string"): string | undefined {
  if (token === undefined) {
    return `${name} is required`;
  }
  if (token === "") {
    return `${name} must not be empty`;
  }
  if (typeof token !== "string") {
    return `${name} must be ${type}`;
  }
  if (/^bearer\s/i.test(token)) {
    return `${name} must not include "Bearer ": pass the token alone`;
  }
  return /^[!-~\xA1-\xFF]+$/.test(token) ? undefined : `${name} must be printable Latin-1 characters without spaces`;
}

export const REDACTED = "[redacted]";

/** An Authorization header without its token. */
export const REDACTED_AUTHORIZATION = `Bearer ${REDACTED}`;

/** Shorter tokens may be common words, so they aren't redacted. */
const MIN_REDACTED_LENGTH = 8;

/** Replaces tokens in a text, then cuts it to `maxLength`. */
export type Redact = (text: string, maxLength?: number) => string;

/** Creates a function that replaces each token as it is, URL-encoded, and escaped as in JSON, where some writers escape "/" too. */
export function createRedactor(tokens: Iterable<string>): Redact {
  const allForms = [...tokens]
    .filter(({ length }) => length >= MIN_REDACTED_LENGTH)
    .flatMap((token) => {
      const json = JSON.stringify(token).slice(1, -1);
      return [token, encodeURIComponent(token), json, json.replaceAll("/", "\\/")];
    });
  // The longest first, since one token may contain another.
  const forms = [...new Set(allForms)].sort((a, b) => b.length - a.length);
  return (text, maxLength) =>
    forms.reduce((result, form) => result.replaceAll(form, REDACTED), text).slice(0, maxLength);
}
