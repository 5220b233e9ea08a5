import { CONNECTION_HEADERS } from "../shared/connection-headers.ts";
import { isFunction } from "../shared/options.ts";

/** Headers to send: a record, a `Headers` object or name-value pairs. */
export type HeaderFields = Headers | Readonly<Record<string, string>> | [string, string][];

/** Headers that the client sets, or that `fetch` sets for the connection. */
const FORBIDDEN_HEADERS = ["authorization", "content-type", ...CONNECTION_HEADERS];

/** Returns the first header that was changed, although only the client or `fetch` may set it. */
export const findForbiddenHeader = (headers: Headers, original = new Headers()): string | undefined =>
  FORBIDDEN_HEADERS.find((name) => headers.get(name) !== original.get(name));

export function headersProblem(value: unknown, name: string): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  const invalid = `${name} must be an object, Headers or pairs, with valid names and values`;
  // Rejects an iterator, because this check would use it up.
  if (isFunction(Object(value).next)) {
    return invalid;
  }
  try {
    const headers = new Headers(value as HeaderFields);
    const forbidden = findForbiddenHeader(headers);
    return forbidden && `${name} must not include ${forbidden}`;
  } catch {
    return invalid;
  }
}

/** Copies the headers of a client. Those of a call replace the ones of the same name. */
export function mergeHeaders(clientHeaders: Headers, callHeaders: HeaderFields): Headers {
  const headers = new Headers(clientHeaders);
  for (const [name, value] of new Headers(callHeaders)) {
    headers.set(name, value);
  }
  return headers;
}
