import { OPERATIONS } from "../shared/operations.ts";
import { type Case, type Cases, withWrongToken } from "./cases.ts";
import { describeErrorRecord, isPage } from "./judge.ts";
import { describeStatus, hasStatus, isSuccess, type Outcome, type SentCase } from "./outcome.ts";

/** Sends the first cases. Returns why the service can't be checked, if so. */
export async function* probeService(
  baseUrl: string,
  send: (testCase: Case) => Promise<SentCase>,
  [smallest, complete]: Cases,
): AsyncGenerator<SentCase, string | undefined> {
  const first = await send(smallest);
  yield first;
  const obstacle = findObstacle(first.outcome, baseUrl);
  if (obstacle !== undefined) {
    return obstacle;
  }
  const second = await send(complete);
  yield second;
  const error = describeErrorRecord(second.outcome);
  if (error === undefined || describeErrorRecord(first.outcome) === undefined) {
    return undefined;
  }
  const third = await send(withWrongToken(complete));
  yield third;
  return describeErrorRecord(third.outcome) === error ? `${READINGS} (error ${error}).` : undefined;
}

const READINGS =
  "The token isn't accepted, the base URL is wrong, or the service refuses valid plants: " +
  "it returns the same Error for this token and for a wrong one";

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
  const { method, path } = OPERATIONS.createPlant;
  const operation = `${method} ${baseUrl}${path} returned ${response}`;
  if ([0, 404, 405, 501].includes(status) || hasStatus(outcome, 300, 399)) {
    return `The base URL is wrong: ${operation}.`;
  }
  return isSuccess(outcome) && isPage(outcome)
    ? `This is not the Plant Store service: ${operation} and an HTML page.`
    : undefined;
}
