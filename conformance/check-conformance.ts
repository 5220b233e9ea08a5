import { parseBaseUrl } from "../src/shared/base-url.ts";
import { OPERATIONS } from "../src/shared/operations.ts";
import {
  type Checks,
  optionalFunction,
  optionalSignal,
  optionalTimeout,
  readValidOptions,
} from "../src/shared/options.ts";
import { tokenProblem } from "../src/shared/token.ts";
import { listCases, type Service } from "./cases.ts";
import { consecutiveIds, type NewId, randomBits, uniqueIds } from "./ids.ts";
import { judge } from "./judge.ts";
import type { ConformanceReport, ConformanceRow, CreatedPlant } from "./report.ts";
import { createResults } from "./results.ts";
import { type CaseResponse, hasStatus, isHtml, isRedirect, isSuccess, type Outcome, send } from "./send.ts";

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
   * Returns a different id for each plant, for a service that reserves ids for tests. Cases about particular ids, such as
   * 0 and 2^63 - 1, and about random ids beyond 2^53 don't use it.
   *
   * @default consecutive ids from a random start between 2^33 and 2^53
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

/** The progress of a run, after a request. */
export interface ConformanceProgress {
  /** How many cases are done. */
  readonly done: number;
  /** How many cases there are. It grows if a case needs another one. */
  readonly total: number;
  /** The rows of the case that was just done. */
  readonly rows: readonly ConformanceRow[];
  /** The plants that the run has created so far, or may have created. */
  readonly created: readonly CreatedPlant[];
}

/**
 * `checkConformance` could not check the service: it can't be reached, or the first response shows that the token or the
 * base URL is wrong. The message has the reason, without the token.
 *
 * @hideconstructor
 *
 * @example
 * import { ConformanceError, checkConformance } from "plant-store-sdk/conformance";
 *
 * const fetch = async () => new Response("", { status: 401 });
 * await checkConformance({ baseUrl: "https://plants.example.com", token: "expired", fetch }).catch((error) => {
 *   console.log(error instanceof ConformanceError); // true
 *   console.log(error.message); // The service rejected the token: the first request returned 401.
 * });
 */
export class ConformanceError extends Error {
  /** The same in every copy of the package, where `instanceof` isn't. */
  override readonly name = "ConformanceError";
}

/** When to stop. A service that doesn't respond would cost a timeout for each of the remaining cases. */
const MAX_FAILURES_IN_A_ROW = 3;

const MAX_MESSAGE_LENGTH = 1_000;

/**
 * Checks a running service against the contract, with one request after the other.
 *
 * It creates plants, and the contract has no operation to delete them. The report lists them. Each has the run's tag in its
 * tag or at the start of its name. Behavior that the contract doesn't define is reported as `not stated` and doesn't count
 * against the service.
 *
 * @throws `TypeError` if an option is invalid, or if `newId` doesn't return a new int64.
 * @throws {@link ConformanceError} if the first request can't connect, or returns 401, 403, 404, 405, 429, 501, a redirect,
 * or HTML with a success status.
 * @throws the reason of `signal`, if it aborts.
 *
 * @example
 * import { checkConformance } from "plant-store-sdk/conformance";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const { fetch } = createPlantStoreMock(); // omit fetch to check a service
 * const report = await checkConformance({ baseUrl: "https://staging.example.com/v1", token: "my-access-token", fetch });
 * for (const { clause, reason, cases } of report.causes) {
 *   console.error(`${clause}: ${reason} (${cases.length} cases)`);
 * }
 * console.log(report.conforms); // true
 */
export async function checkConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const valid = readValidOptions(OPTION_CHECKS, options);
  const { token, fetch = (url, init) => globalThis.fetch(url, init), timeoutMs = DEFAULT_TIMEOUT_MS } = valid;
  const { signal, newId = consecutiveIds(), onProgress } = valid;
  const { baseUrl = "" } = parseBaseUrl(valid.baseUrl);
  const tag = `plant-store-conformance ${randomBits(64).toString(16).padStart(16, "0")}`;
  const results = createResults(baseUrl, token);
  const cases = listCases(tag, uniqueIds(newId));
  let service: Service = { acceptsSmallest: false, acceptedPrevious: false, rejectsUsedIds: false };
  let requests = 0;
  let failuresInARow = 0;
  let stopped: string | null = null;

  for (let testCase = cases.shift(); testCase !== undefined && stopped === null; testCase = cases.shift()) {
    const start = performance.now();
    const outcome = await send({ baseUrl, token, fetch, signal, timeoutMs }, testCase.request);
    const durationMs = Math.round(performance.now() - start);
    requests += 1;
    const obstacle = requests === 1 ? findObstacle(outcome, baseUrl) : undefined;
    if (obstacle !== undefined) {
      throw new ConformanceError(results.toLine(obstacle, MAX_MESSAGE_LENGTH));
    }
    const findings = judge(testCase, outcome, service);
    const rows = results.add(testCase, outcome, findings, durationMs);
    service = { ...service, ...testCase.learn?.(outcome, service), acceptedPrevious: isSuccess(outcome) };
    cases.unshift(...(testCase.followUp?.(outcome, service) ?? []));

    const isViolation = findings.some(({ verdict }) => verdict === "violates");
    failuresInARow = isViolation && "failure" in outcome ? failuresInARow + 1 : 0;
    if (failuresInARow === MAX_FAILURES_IN_A_ROW) {
      stopped = `${failuresInARow} requests in a row had no complete response`;
    } else if (isViolation && hasStatus(outcome, 429)) {
      stopped = results.toLine(`request ${requests} returned ${describeStatus(outcome)}`, MAX_MESSAGE_LENGTH);
    }
    onProgress?.({ done: requests, total: requests + cases.length, rows, created: [...results.created] });
  }
  return results.toReport(tag, requests, stopped);
}

/** Problems never quote a value, which may be a secret. */
export const OPTION_CHECKS: Checks<ConformanceOptions> = {
  baseUrl: (value, name) => parseBaseUrl(value, name).problem,
  token: tokenProblem,
  fetch: optionalFunction,
  signal: optionalSignal,
  newId: optionalFunction,
  timeoutMs: optionalTimeout,
  onProgress: optionalFunction,
};

/** Returns why there is no service to check, according to the first response. */
function findObstacle(outcome: Outcome, baseUrl: string): string | undefined {
  if ("failure" in outcome) {
    return outcome.isUnreachable ? `Could not connect to ${baseUrl}: ${outcome.failure}.` : undefined;
  }
  const { status } = outcome;
  const response = describeStatus(outcome);
  if (status === 401 || status === 403) {
    return `The service rejected the token: the first request returned ${response}.`;
  }
  if (status === 429) {
    return `The service limits requests: the first request returned ${response}.`;
  }
  const { method, path } = OPERATIONS.createPlant;
  const operation = `${method} ${baseUrl}${path} returned ${response}`;
  if ([404, 405, 501].includes(status) || isRedirect(outcome)) {
    return `The base URL is wrong: ${operation}.`;
  }
  return isSuccess(outcome) && isHtml(outcome)
    ? `This is not the Plant Store service: ${operation} and an HTML page.`
    : undefined;
}

/** Describes the status of a response, with the headers that explain it. */
function describeStatus({ status, headers }: CaseResponse): string {
  const reasons = ["WWW-Authenticate", "Location", "Retry-After"]
    .filter((name) => headers.has(name))
    .map((name) => `${name}: ${headers.get(name)}`);
  return `${status || "a redirect"}${reasons.length > 0 ? ` (${reasons.join(", ")})` : ""}`;
}
