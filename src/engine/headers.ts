import { CONNECTION_HEADERS } from "../../shared/curl.ts";

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
  try {
    const headers = new Headers(value as HeaderFields);
    const forbidden = findForbiddenHeader(headers);
    return forbidden && `${name} must not include ${forbidden}`;
  } catch {
    return `${name} must be an object, Headers or pairs, with valid names and values`;
  }
}
