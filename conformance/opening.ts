import { OPERATIONS } from "../src/shared/operations.ts";
import { type Case, type Cases, withWrongToken } from "./cases.ts";
import { isBeyondInt32 } from "./fields.ts";
import { describeErrorRecord } from "./judge.ts";
import { describeStatus, hasStatus, isBadRequest, isHtml, isSuccess, type Outcome } from "./outcome.ts";
import type { SentCase } from "./send.ts";

/** The first requests of a run, and what they show: why the service can't be checked, or what to send next. */
type Opening = { readonly obstacle: string } | OpenedRun;

interface OpenedRun {
  readonly obstacle?: never;
  readonly sent: readonly SentCase[];
  readonly next: Case[];
  /** Whether the service rejects ids beyond int32. Then `next` has none, except in the cases about particular ids. */
  readonly acceptsOnlyInt32?: boolean;
}

/** Sends the first case. If the service rejects it, sends up to three more requests to find out why. */
export async function openRun(
  baseUrl: string,
  send: (testCase: Case) => Promise<SentCase>,
  [smallest, complete, ...others]: Cases,
  [smallestInt32, completeInt32, ...othersInt32]: Cases,
): Promise<Opening> {
  const first = await send(smallest);
  const obstacle = findObstacle(first.outcome, baseUrl);
  if (obstacle !== undefined) {
    return { obstacle };
  }
  if (!isBadRequest(first.outcome)) {
    return { sent: [first], next: [complete, ...others] };
  }
  const second = await send(complete);
  if (!isBadRequest(second.outcome)) {
    return { sent: [first, second], next: others };
  }
  const sent = [first, second];
  if (isBeyondInt32(complete.plant.id)) {
    const third = await send(withinInt32(completeInt32));
    sent.push(third);
    if (isSuccess(third.outcome)) {
      return { sent, next: [withinInt32(smallestInt32), ...othersInt32], acceptsOnlyInt32: true };
    }
  }
  const error = describeErrorRecord(second.outcome);
  if (error !== undefined) {
    const last = await send(withWrongToken(complete));
    sent.push(last);
    if (describeErrorRecord(last.outcome) === error) {
      const sameError = `It returned the same Error for this token and for a wrong one: error ${error}`;
      return { obstacle: `${TWO_READINGS} ${sameError}` };
    }
  }
  return { sent, next: others };
}

const TWO_READINGS = "The token isn't accepted, or the service refuses valid plants.";

const withinInt32 = (testCase: Case): Case => ({ ...testCase, title: `${testCase.title}, with an id within int32` });

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
  if ([0, 404, 405, 501].includes(status) || hasStatus(outcome, 300, 399)) {
    return `The base URL is wrong: ${operation}.`;
  }
  return isSuccess(outcome) && isHtml(outcome)
    ? `This is not the Plant Store service: ${operation} and an HTML page.`
    : undefined;
}
