/**
 * Headers to send: a record, a `Headers` object or name-value pairs. A value of
 * `undefined` or `null` is ignored: it doesn't remove a header of the client.
 */
export type HeaderFields = Headers | Readonly<Record<string, string | null | undefined>> | [string, string][];

/** Headers that the client sets, or that `fetch` sets for the connection: with a wrong value, it fails or never settles. */
const FORBIDDEN_HEADERS = [
  "authorization",
  "content-type",
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "expect",
  "keep-alive",
  "host",
];

/** Returns the first header that was changed, although only the client or `fetch` may set it. */
export const findForbiddenHeader = (headers: Headers, original = new Headers()): string | undefined =>
  FORBIDDEN_HEADERS.find((name) => headers.get(name) !== original.get(name));

export function headersProblem(value: unknown, name: string): string | undefined {
  try {
    const forbidden = findForbiddenHeader(toHeaders(value as HeaderFields));
    return forbidden && `${name} must not include ${forbidden}`;
  } catch {
    return `${name} must be an object, Headers or pairs, with valid names and values`;
  }
}

export const toHeaderRecord = (fields?: HeaderFields): Readonly<Record<string, string>> =>
  Object.fromEntries(toHeaders(fields));

/** Copies headers, without those that are absent. */
function toHeaders(fields: HeaderFields = {}): Headers {
  const entries: Iterable<[string, unknown]> = Symbol.iterator in fields ? fields : Object.entries(fields);
  return new Headers(Array.from(entries).filter(isPresent));
}

/** A pair without a value is invalid, and not absent. */
const isPresent = (entry: [name: string, value: unknown]): entry is [string, string] =>
  entry.length !== 2 || (entry[1] !== undefined && entry[1] !== null);
