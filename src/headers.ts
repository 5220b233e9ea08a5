import { CONNECTION_HEADERS } from "./shared/connection-headers.ts";
import { isFunction } from "./shared/options.ts";

/** Headers to send: a record, a `Headers` object or name-value pairs. */
export type HeaderFields = Headers | Readonly<Record<string, string>> | [string, string][];

const CLIENT_HEADERS = ["authorization", "content-type"];

export const findConnectionHeader = (headers: Headers): string | undefined =>
  CONNECTION_HEADERS.find((name) => headers.has(name));

export function headersProblem(value: unknown, name: string): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  const invalid = `${name} must be an object, a Headers object or an array of pairs, with valid names and values`;
  // An iterator, which can be read only once.
  if (isFunction(Object(value).next)) {
    return invalid;
  }
  try {
    const headers = new Headers(value as HeaderFields);
    const forbidden = CLIENT_HEADERS.find((each) => headers.has(each)) ?? findConnectionHeader(headers);
    return forbidden && `${name} must not include ${forbidden}`;
  } catch {
    return invalid;
  }
}

/** A copy, so that a later change of the caller's headers changes no request. */
export const toHeaders = (headers: HeaderFields | undefined): Headers | undefined =>
  headers === undefined ? undefined : new Headers(headers);
