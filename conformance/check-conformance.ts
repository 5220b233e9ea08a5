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
import { listCases } from "./cases.ts";
import { METHOD, PATH } from "./contract.ts";
import { describeRejection, isPage, isRateLimited, judge } from "./judge.ts";
import { describeStatus, hasStatus, isSuccess, type Outcome, type SentCase } from "./outcome.ts";
import { type ConformanceReport, Results } from "./report.ts";
import { sendCase, type Target } from "./send.ts";

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

/**
 * Checks a running service against the contract, with one request after the other.
 *
 * It creates plants, and the contract has no operation to delete them. The report lists their ids. Each has the run's id in
 * its tag or at the start of its name. Behavior that the contract doesn't define is reported as `not stated` and doesn't count
 * against the service.
 *
 * @throws `TypeError` if an option is invalid, or where there is no `TextDecoder`.
 * @throws `ConformanceError` if the service can't be checked: the first request can't connect, or returns 401, 403,
 * 404, 405, from 501 to 504, a redirect, an HTML page, or more than 1 MiB. Or valid plants get the same Error as a wrong token.
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
  const settings = toTarget(readValidOptions(OPTION_CHECKS, options));
  return runCases(settings, new Results(settings));
}

/** Adds the defaults to options that are valid. */
export function toTarget(options: ConformanceOptions): Target {
  const { token, fetch = (url, init) => globalThis.fetch(url, init), timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  return { baseUrl: toBaseUrl(options.baseUrl), token, fetch, timeoutMs, signal };
}

/** Problems never quote a value, which may be a secret. */
export const OPTION_CHECKS: Checks<ConformanceOptions> = {
  baseUrl: baseUrlProblem,
  token: tokenProblem,
  fetch: optionalFunction,
  signal: optionalSignal,
  timeoutMs: optionalTimeout,
};

/**
 * `checkConformance` could not check the service: it is unavailable, or the first responses show that the base URL or the
 * token may be wrong. The message has the reason, without the token.
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
 *   console.log(error.isUnavailable); // false
 * });
 */
export class ConformanceError extends Error {
  /** The same in every copy of the package, where `instanceof` isn't. */
  override readonly name = "ConformanceError";
  /** Whether the service can't be reached, or returned a status from 502 to 504. Otherwise an option is probably wrong. */
  readonly isUnavailable: boolean;

  constructor(message: string, isUnavailable: boolean) {
    super(message);
    this.isUnavailable = isUnavailable;
  }
}

/** When to stop. A service that doesn't respond would cost a timeout for each of the remaining cases. */
const MAX_FAILURES_IN_A_ROW = 3;

const MAX_MESSAGE_LENGTH = 1_000;

/**
 * Sends one case after the other, and adds them to `results` with what they show.
 *
 * @throws `ConformanceError` if the service can't be checked.
 * @throws the reason of the signal, if it aborts.
 */
export async function runCases(target: Target, results: Results): Promise<ConformanceReport> {
  const toMessage = (text: string) => results.toLine(text, MAX_MESSAGE_LENGTH);
  const { sent } = results;
  for (const testCase of listCases(results.runId)) {
    const current = { testCase, outcome: await sendCase(target, testCase, results.onTheirWay) };
    sent.push({ ...current, findings: judge(current, sent) });
    const obstacle = findObstacle(sent, target.baseUrl);
    if (obstacle !== undefined) {
      throw new ConformanceError(toMessage(obstacle.reason), obstacle.isUnavailable === true);
    }
    const stopped = findReasonToStop(current, sent);
    if (stopped !== undefined) {
      return results.toReport(toMessage(stopped));
    }
  }
  return results.toReport(null);
}

/** Why the service can't be checked. */
interface Obstacle {
  readonly reason: string;
  readonly isUnavailable?: boolean;
}

function findObstacle(sent: readonly SentCase[], baseUrl: string): Obstacle | undefined {
  const [first, ...others] = sent.map(({ outcome }) => outcome);
  if (first !== undefined && others.length === 0) {
    return explainFirstResponse(first, baseUrl);
  }
  const [smallest, complete, withWrongToken] = sent.map(({ outcome }) => describeRejection(outcome));
  return sent.length === 3 && smallest !== undefined && complete !== undefined && complete === withWrongToken
    ? { reason: `${READINGS} (${complete}).` }
    : undefined;
}

const READINGS =
  "The token isn't accepted, the base URL is wrong, or the service refuses valid plants: " +
  "it returns the same Error for this token and for a wrong one";

function explainFirstResponse(outcome: Outcome, baseUrl: string): Obstacle | undefined {
  if ("failure" in outcome) {
    const { failure, isUnsent, isWrongAddress } = outcome;
    return isUnsent || isWrongAddress
      ? { reason: `Could not connect to ${baseUrl}: ${failure}.`, isUnavailable: !isWrongAddress }
      : undefined;
  }
  const { status, body } = outcome;
  const response = describeStatus(outcome);
  if (status === 401 || status === 403) {
    return { reason: `The service rejected the token: the first request returned ${response}.` };
  }
  const operation = `${METHOD} ${baseUrl}${PATH} returned ${response}`;
  if (hasStatus(outcome, 502, 504)) {
    return { reason: `The service is unavailable: ${operation}.`, isUnavailable: true };
  }
  if ([0, 404, 405, 501].includes(status) || hasStatus(outcome, 300, 399)) {
    return { reason: `The base URL is wrong: ${operation}.` };
  }
  const isTooLarge = body.problem === "is larger than 1 MiB";
  return isSuccess(outcome) && (isTooLarge || isPage(outcome))
    ? {
        reason: `This is not the Plant Store service: ${operation} and ${isTooLarge ? "more than 1 MiB" : "an HTML page"}.`,
      }
    : undefined;
}

function findReasonToStop({ testCase, outcome }: SentCase, sent: readonly SentCase[]): string | undefined {
  if (isRateLimited(testCase, outcome)) {
    return `request ${sent.length} returned ${describeStatus(outcome)}`;
  }
  const last = sent.slice(-MAX_FAILURES_IN_A_ROW).filter((each) => "failure" in each.outcome);
  // The contract requires no response to a wrong token.
  const isDown = last.length === MAX_FAILURES_IN_A_ROW && last.some((each) => each.testCase.kind !== "credentials");
  return isDown ? `${last.length} requests in a row had no complete response` : undefined;
}
