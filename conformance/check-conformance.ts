import { baseUrlProblem, toBaseUrl } from "../shared/base-url.ts";
import {
  type Checks,
  optionalFunction,
  optionalSignal,
  optionalTimeout,
  readValidOptions,
} from "../shared/option-checks.ts";
import { requireTextDecoder } from "../shared/read-body.ts";
import { tokenProblem } from "../shared/token.ts";
import { int32Ids, type NewId } from "./ids.ts";
import type { ConformanceReport } from "./report.ts";
import { Results } from "./results.ts";
import { type ConformanceProgress, type RunSettings, runCases } from "./run-cases.ts";

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
   * Returns a different id for each plant, for a service that reserves ids for tests. The cases about particular ids, such
   * as 0 and 2^63 - 1, and about large ones don't use it.
   *
   * @default consecutive ids within int32, from a random start beyond 2^30
   */
  newId?: NewId | undefined;
  /**
   * The timeout of each request, including its response, in milliseconds: from 1 to 2147483647.
   *
   * @default 10_000
   */
  timeoutMs?: number | undefined;
  /** Called after each request. */
  onProgress?: ((progress: ConformanceProgress) => void) | undefined;
}

/**
 * Checks a running service against the contract, with one request after the other.
 *
 * It creates plants, and the contract has no operation to delete them. The report lists their ids. Each has the run's id in
 * its tag or at the start of its name. Behavior that the contract doesn't define is reported as `not stated` and doesn't count
 * against the service.
 *
 * @throws `TypeError` if an option is invalid, if `newId` doesn't return a new int64, or where there is no `TextDecoder`.
 * @throws `ConformanceError` if the service can't be checked: the first request can't connect, or returns 401, 403,
 * 404, 405, 501, a redirect, or an HTML page. Or valid plants get the same Error as a wrong token.
 * @throws the reason of `signal`, if it aborts.
 *
 * @example
 * import { checkConformance } from "plant-store-sdk/conformance";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const { fetch } = createPlantStoreMock(); // omit fetch to check a service
 * const report = await checkConformance({ baseUrl: "https://staging.example.com/v1", token: "my-access-token", fetch });
 * for (const { clauses, reason, cases } of report.causes) {
 *   console.error(`${clauses.join(", ")}: ${reason} (${cases.length} cases)`);
 * }
 * console.log(report.conforms); // true
 */
export async function checkConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  requireTextDecoder();
  const settings = toRunSettings(readValidOptions(OPTION_CHECKS, options));
  return runCases(settings, new Results(settings));
}

/** Adds the defaults to options that are valid. */
export function toRunSettings(options: ConformanceOptions): RunSettings {
  const { token, fetch = (url, init) => globalThis.fetch(url, init), timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const { signal, newId = int32Ids(), onProgress } = options;
  return { baseUrl: toBaseUrl(options.baseUrl), token, fetch, timeoutMs, signal, newId, onProgress };
}

/** Problems never quote a value, which may be a secret. */
export const OPTION_CHECKS: Checks<ConformanceOptions> = {
  baseUrl: baseUrlProblem,
  token: tokenProblem,
  fetch: optionalFunction,
  signal: optionalSignal,
  newId: optionalFunction,
  timeoutMs: optionalTimeout,
  onProgress: optionalFunction,
};
