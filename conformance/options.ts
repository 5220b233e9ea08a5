import { baseUrlProblem, toBaseUrl } from "../shared/base-url.ts";
import { type Checks, optionalFunction, optionalSignal, optionalTimeout } from "../shared/option-checks.ts";
import { tokenProblem } from "../shared/token.ts";

export const DEFAULT_TIMEOUT_MS = 10_000;

/** Options of {@link checkConformance}. */
export interface ConformanceOptions {
  /** The base URL of the service, such as "https://staging.example.com/v1". `/plants` is added to it. */
  baseUrl: string | URL;
  /**
   * A valid access token. The report redacts it, also where the service echoes it URL-encoded or JSON-escaped. Echoes of a
   * token shorter than 8 characters aren't redacted: it may be a common word.
   */
  token: string;
  /**
   * Sends the requests.
   *
   * @default the global `fetch`
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Aborts the run, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * The timeout of each request, including its response, in milliseconds: from 1 to 2147483647.
   *
   * @default 10_000
   */
  timeoutMs?: number | undefined;
}

/** Options with their defaults. */
export type Target = ReturnType<typeof toTarget>;

export function toTarget({
  baseUrl,
  token,
  fetch = (url, init) => globalThis.fetch(url, init),
  timeoutMs = DEFAULT_TIMEOUT_MS,
  signal,
}: ConformanceOptions) {
  return { baseUrl: toBaseUrl(baseUrl), token, fetch, timeoutMs, signal };
}

/** Problems never quote a value, which may be a secret. */
export const OPTION_CHECKS: Checks<ConformanceOptions> = {
  baseUrl: baseUrlProblem,
  token: tokenProblem,
  fetch: optionalFunction,
  signal: optionalSignal,
  timeoutMs: optionalTimeout,
};
