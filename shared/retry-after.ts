const MAX_RETRY_AFTER_MS = 60_000;

/** Parses `Retry-After`, in seconds or an HTTP date, to a delay in milliseconds. Returns `Infinity` beyond a minute. */
export function parseRetryAfter(value: string): number | undefined {
  const seconds = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  const delayMs = /^[A-Z][a-z]+, .+ GMT$/.test(value) ? Date.parse(value) - Date.now() : seconds * 1_000;
  if (Number.isNaN(delayMs)) {
    return undefined;
  }
  return delayMs > MAX_RETRY_AFTER_MS ? Number.POSITIVE_INFINITY : Math.max(0, delayMs);
}
