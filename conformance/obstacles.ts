import { TOO_LARGE } from "./body.ts";
import { describeRejection, isPage, isRateLimited } from "./judge.ts";
import { describeStatus, hasStatus, isSuccess, type Outcome, type SentCase } from "./outcome.ts";

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
  /** Unlike `instanceof`, it also works across two copies of the package. */
  override readonly name = "ConformanceError";
  /** Whether the first request got no response, or a status from 502 to 504. Otherwise, an option is probably wrong. */
  readonly isUnavailable: boolean;

  constructor(message: string, isUnavailable: boolean) {
    super(message);
    this.isUnavailable = isUnavailable;
  }
}

/** Why the service can't be checked. */
interface Obstacle {
  readonly reason: string;
  readonly isUnavailable: boolean;
}

/** Looks at the first response, and at the third, which is the one to a wrong token. */
export function findObstacle(sent: readonly SentCase[], baseUrl: string): Obstacle | undefined {
  const [first] = sent;
  if (first !== undefined && sent.length === 1) {
    const { method, path } = first.testCase;
    return explainFirstOutcome(first.outcome, `${method} ${baseUrl}${path}`);
  }
  return sent.length === 3 ? explainRejections(sent) : undefined;
}

const wrongSettings = (reason: string): Obstacle => ({ reason, isUnavailable: false });

function explainFirstOutcome(outcome: Outcome, request: string): Obstacle | undefined {
  if ("failure" in outcome) {
    const reason = `The service is unavailable, or the base URL is wrong: ${request} failed: ${outcome.failure}.`;
    return outcome.status === undefined ? { reason, isUnavailable: true } : undefined;
  }
  const { status, body } = outcome;
  const response = describeStatus(outcome);
  if (hasStatus(outcome, 502, 504)) {
    return { reason: `The service is unavailable: ${request} returned ${response}.`, isUnavailable: true };
  }
  if (status === 401 || status === 403) {
    return wrongSettings(`The service rejected the token: the first request returned ${response}.`);
  }
  if ([0, 404, 405, 501].includes(status) || hasStatus(outcome, 300, 399)) {
    return wrongSettings(`The base URL is wrong: ${request} returned ${response}.`);
  }
  const isTooLarge = body.problem === TOO_LARGE;
  if (isSuccess(outcome) && (isTooLarge || isPage(outcome))) {
    const content = isTooLarge ? "more than 1 MiB" : "an HTML page";
    return wrongSettings(`This is not the Plant Store service: ${request} returned ${response} and ${content}.`);
  }
  return undefined;
}

function explainRejections(sent: readonly SentCase[]): Obstacle | undefined {
  const [smallest, complete, withWrongToken] = sent.map(({ outcome }) => describeRejection(outcome));
  return smallest !== undefined && complete !== undefined && complete === withWrongToken
    ? wrongSettings(`${READINGS} (${complete}).`)
    : undefined;
}

const READINGS =
  "The token isn't accepted, the base URL is wrong, or the service refuses valid plants: " +
  "it returns the same Error for this token and for a wrong one";

/** When to stop. A service that doesn't respond would cost a timeout for each of the remaining cases. */
const MAX_FAILURES_IN_A_ROW = 3;

/** Returns why the run ends after the last case that was sent, if it does. */
export function findReasonToStop(sent: readonly SentCase[]): string | undefined {
  const last = sent.slice(-MAX_FAILURES_IN_A_ROW);
  const current = last.at(-1);
  if (current !== undefined && isRateLimited(current.testCase, current.outcome)) {
    return `request ${sent.length} returned ${describeStatus(current.outcome)}`;
  }
  const failed = last.filter(({ outcome }) => "failure" in outcome);
  // The contract requires no response to a wrong token.
  const isDown =
    failed.length === MAX_FAILURES_IN_A_ROW && failed.some(({ testCase }) => testCase.kind !== "credentials");
  return isDown ? `${failed.length} requests in a row had no complete response` : undefined;
}
