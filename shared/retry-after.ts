const MAX_RETRY_AFTER_MS = 60_000;

/**
 * Parses the `Retry-After` of a response, in seconds or an HTTP date, to a delay in milliseconds. Returns `Infinity` beyond a
 * minute. A date is compared with the response's `Date`, if there is one, since clocks differ.
 */
export function parseRetryAfter(headers: Pick<Headers, "get">): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const nowMs = parseHttpDate(headers.get("date") ?? "") || Date.now();
  const delayMs = /^\d+$/.test(value) ? Number(value) * 1_000 : parseHttpDate(value) - nowMs;
  if (Number.isNaN(delayMs)) {
    return undefined;
  }
  return delayMs > MAX_RETRY_AFTER_MS ? Number.POSITIVE_INFINITY : Math.max(0, delayMs);
}

/** Parses the forms of RFC 9110, section 5.6.7, except the obsolete one of asctime, which has no zone. */
const parseHttpDate = (text: string): number => (/^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN);
