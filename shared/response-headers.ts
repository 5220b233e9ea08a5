const MAX_RETRY_AFTER_MS = 60_000;

/**
 * Reads a header of a response. One that can't be read is absent: SvelteKit's `fetch` throws for those that an app doesn't list in
 * `filterSerializedResponseHeaders`.
 */
export function readHeader(headers: Pick<Headers, "get">, name: string): string | null {
  try {
    return headers.get(name);
  } catch {
    return null;
  }
}

/**
 * Reads the `Retry-After` of a response, in seconds or as an HTTP date, as a delay in milliseconds. Returns `Infinity` beyond a
 * minute. A date is compared with the response's `Date`, if there is one, since clocks differ.
 */
export function readRetryAfter(headers: Pick<Headers, "get">): number | undefined {
  const value = readHeader(headers, "retry-after");
  if (value === null) {
    return undefined;
  }
  const delayMs = /^\d+$/.test(value) ? Number(value) * 1_000 : parseHttpDate(value) - readNow(headers);
  if (Number.isNaN(delayMs)) {
    return undefined;
  }
  return delayMs > MAX_RETRY_AFTER_MS ? Number.POSITIVE_INFINITY : Math.max(0, delayMs);
}

const readNow = (headers: Pick<Headers, "get">): number =>
  parseHttpDate(readHeader(headers, "date") ?? "") || Date.now();

/** Parses the forms of RFC 9110, section 5.6.7, except the obsolete one of asctime, which has no zone. */
const parseHttpDate = (text: string): number => (/^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN);
