import { parseBaseUrl } from "../src/shared/base-url.ts";
import {
  type Checks,
  optionalFunction,
  optionalSignal,
  optionalTimeout,
  readValidOptions,
} from "../src/shared/option-checks.ts";
import { requireTextDecoder } from "../src/shared/text-decoder.ts";
import { tokenProblem } from "../src/shared/token.ts";
import { type Case, listCases, type Observations } from "./cases.ts";
import { int32Ids, largeIds, type NewId, randomBits, uniqueIds } from "./ids.ts";
import { isRateLimited, judge, mayBeInUse } from "./judge.ts";
import { openRun } from "./opening.ts";
import { describeStatus, isSuccess } from "./outcome.ts";
import type { ConformanceReport, ConformanceRow, CreatedPlant } from "./report.ts";
import { Results } from "./results.ts";
import { type SentCase, sendCase } from "./send.ts";

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
   * 0 and 2^63 - 1, and about random ids beyond 2^53 don't use it. If the service rejects the first two plants and accepts
   * one with an int32 id, the other cases use int32 ids.
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
  /** Called after each request. If the service rejects the first ones, only once the reason is known. */
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
 * `checkConformance` could not check the service: it can't be reached, or the first responses show that the base URL is
 * wrong, or that the token may be. The message has the reason, without the token.
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
 * It creates plants, and the contract has no operation to delete them. The report lists them. Each has the run's id in its
 * tag or at the start of its name. Behavior that the contract doesn't define is reported as `not stated` and doesn't count
 * against the service.
 *
 * @throws `TypeError` if an option is invalid, if `newId` doesn't return a new int64, or where there is no `TextDecoder`.
 * @throws `ConformanceError` if the service can't be checked: the first request can't connect, or returns 401, 403,
 * 404, 405, 429, 501, a redirect, or HTML with a success status. Or valid plants and a wrong token get the same Error.
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
  requireTextDecoder();
  const valid = readValidOptions(OPTION_CHECKS, options);
  const { token, fetch = (url, init) => globalThis.fetch(url, init), timeoutMs = DEFAULT_TIMEOUT_MS } = valid;
  const { signal, newId = largeIds(), onProgress } = valid;
  const { baseUrl = "" } = parseBaseUrl(valid.baseUrl);
  const target = { baseUrl, token, fetch, signal, timeoutMs };
  const send = (testCase: Case) => sendCase(target, testCase);
  const runId = `plant-store-conformance ${randomBits(64).toString(16).padStart(16, "0")}`;
  const int32Cases = listCases(runId, uniqueIds(int32Ids()));
  const opening = await openRun(baseUrl, send, listCases(runId, uniqueIds(newId)), int32Cases);
  const results = new Results(baseUrl, token);
  if (opening.obstacle !== undefined) {
    throw new ConformanceError(results.toLine(opening.obstacle, MAX_MESSAGE_LENGTH));
  }

  const { acceptsOnlyInt32 = false, sent, next: cases } = opening;
  let observations: Observations = {
    acceptsSmallest: false,
    acceptsOnlyInt32,
    acceptedPrevious: false,
    rejectsUsedIds: false,
  };
  let failuresInARow = 0;
  let stopped: string | null = null;
  for await (const sentCase of sendAll(sent, cases, send)) {
    const { testCase, outcome } = sentCase;
    const findings = judge(testCase, outcome, observations);
    const rows = results.add(sentCase, findings);
    const learned = testCase.learn?.(outcome, observations);
    observations = { ...observations, ...learned, acceptedPrevious: isSuccess(outcome) };
    if (testCase.nearby && mayBeInUse(testCase, outcome, observations)) {
      cases.unshift(testCase.nearby);
    }

    const { requests, created } = results;
    const isViolation = findings.some(({ verdict }) => verdict === "violates");
    failuresInARow = isViolation && "failure" in outcome ? failuresInARow + 1 : 0;
    if (failuresInARow === MAX_FAILURES_IN_A_ROW) {
      stopped = `${failuresInARow} requests in a row had no complete response`;
    } else if (isRateLimited(testCase, outcome)) {
      stopped = results.toLine(`request ${requests} returned ${describeStatus(outcome)}`, MAX_MESSAGE_LENGTH);
    }
    onProgress?.({ done: requests, total: requests + cases.length, rows, created: [...created] });
    if (stopped !== null) {
      break;
    }
  }
  return results.toReport(runId, stopped);
}

/** Sends the cases after those that the opening sent. Each may add further ones. */
async function* sendAll(opened: readonly SentCase[], cases: Case[], send: (testCase: Case) => Promise<SentCase>) {
  yield* opened;
  for (let testCase = cases.shift(); testCase !== undefined; testCase = cases.shift()) {
    yield await send(testCase);
  }
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
