import { type Case, listCases } from "./cases.ts";
import { type NewId, uniqueIds } from "./ids.ts";
import { isRateLimited, judge } from "./judge.ts";
import { describeStatus, type SentCase } from "./outcome.ts";
import { probeService } from "./probe-service.ts";
import type { ConformanceReport, ConformanceRow, CreatedPlants } from "./report.ts";
import type { Results } from "./results.ts";
import { sendCase, type Target } from "./send.ts";

/** The settings of a run, which are valid. */
export interface RunSettings extends Target {
  readonly newId: NewId;
  readonly onProgress: ((progress: ConformanceProgress) => void) | undefined;
}

/** The progress of a run, after a request. */
export interface ConformanceProgress extends CreatedPlants {
  /** How many cases are done. */
  readonly done: number;
  /** How many cases there are. It grows by one if the run finds out whether the token is right. */
  readonly total: number;
  /** The rows of the case that was just done. */
  readonly rows: readonly ConformanceRow[];
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
 * Sends one case after the other, and adds what they show to `results`.
 *
 * @throws `ConformanceError` if the service can't be checked.
 * @throws the reason of the signal, if it aborts.
 */
export async function runCases(settings: RunSettings, results: Results): Promise<ConformanceReport> {
  const cases = listCases(results.runId, uniqueIds(settings.newId));
  const send = (testCase: Case) => sendCase(settings, testCase, results.onTheirWay);
  const toMessage = (text: string) => results.toLine(text, MAX_MESSAGE_LENGTH);

  /** After the first cases, which find out whether the service can be checked, sends the others. */
  async function* sendAll(): AsyncGenerator<SentCase> {
    const obstacle = yield* probeService(settings.baseUrl, send, cases);
    if (obstacle !== undefined) {
      throw new ConformanceError(toMessage(obstacle));
    }
    for (const testCase of cases.slice(2)) {
      yield await send(testCase);
    }
  }

  const sent: SentCase[] = [];
  for await (const current of sendAll()) {
    const rows = results.add(current, judge(current, sent));
    sent.push(current);
    const others = sent.filter(({ testCase }) => !cases.includes(testCase));
    const { created, mayHaveBeenCreated } = results;
    const progress = { done: sent.length, total: cases.length + others.length, rows };
    settings.onProgress?.({ ...progress, created: [...created], mayHaveBeenCreated });
    const stopped = findReasonToStop(current, sent);
    if (stopped !== undefined) {
      return results.toReport(toMessage(stopped));
    }
  }
  return results.toReport(null);
}

function findReasonToStop({ testCase, outcome }: SentCase, sent: readonly SentCase[]): string | undefined {
  if (isRateLimited(testCase, outcome)) {
    return `request ${sent.length} returned ${describeStatus(outcome)}`;
  }
  const last = sent.slice(-MAX_FAILURES_IN_A_ROW).filter(isWithoutResponse);
  return last.length === MAX_FAILURES_IN_A_ROW
    ? `${last.length} requests in a row had no complete response`
    : undefined;
}

/** Whether the contract requires a response, and there was none. */
const isWithoutResponse = ({ testCase, outcome }: SentCase): boolean =>
  testCase.kind !== "credentials" && "failure" in outcome;
