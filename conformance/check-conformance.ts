import { type Case, listCases } from "./cases.ts";
import { ConformanceError } from "./conformance-error.ts";
import { type Answer, exchange, type NoAnswer } from "./exchange.ts";
import { consecutiveIds, freshIds, type NewId, randomBits } from "./ids.ts";
import { isNotThere, isRefusal, isSuccess, judge } from "./judge.ts";
import { redactor } from "./redact.ts";
import type { ConformanceReport, ConformanceRow, CreatedPlant } from "./report.ts";
import { writeRows } from "./write-rows.ts";

/** What {@link checkConformance} takes. */
export interface ConformanceOptions {
  /** Where the service is deployed (I2), such as "https://staging.example.com/v1"; `/plants` is added to it. */
  baseUrl: string | URL;
  /** A valid access token (I13). It stands nowhere in the report; where the service echoes it, one of up to 8 characters stays within a longer word. */
  token: string;
  /**
   * Sends the requests.
   *
   * @default the global `fetch`
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * Ends the run: it rejects with the signal's reason. `onProgress` has shown the plants that were created until then.
   *
   * @default undefined
   */
  signal?: AbortSignal | undefined;
  /**
   * Gives the ids of the plants (I5), a fresh one at each call, for a store in which a range is set aside for tests. The ids
   * that are themselves the case, such as 0 and 2^63 - 1, and the random ones beyond 2^53 are sent nonetheless.
   *
   * @default one `bigint` after the other, from a random start between 2^33 and 2^53 on
   */
  newId?: NewId | undefined;
  /**
   * How long a request may take, its answer included, in milliseconds: from 1 to 2147483647.
   *
   * @default 10_000
   */
  timeoutMs?: number | undefined;
  /**
   * Called after each request.
   *
   * @default undefined
   */
  onProgress?: ((progress: ConformanceProgress) => void) | undefined;
}

/** How far a run through the clauses (I1 to I13) has come. */
export interface ConformanceProgress {
  /** How many cases are done. */
  readonly done: number;
  /** How many there are. It grows by one where a case needs another. */
  readonly total: number;
  /** The rows of the case that is just done. */
  readonly rows: readonly ConformanceRow[];
  /** The plants that the run has created so far. */
  readonly created: readonly CreatedPlant[];
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** A service that has stopped answering would cost the deadline of each case that is left. */
const MAX_UNANSWERED_IN_A_ROW = 3;

/**
 * Checks a running service against the interface, I1 to I13, with some fifty requests, one after the other. It creates
 * plants, which it can't delete: the report lists them, and each has the run's tag, but the smallest, which has no tag and is
 * told by its name. What the interface is silent on is reported, and never held against the service.
 *
 * @throws `TypeError` when an option is invalid, or `newId` gives what is no fresh int64.
 * @throws {@link ConformanceError} when nothing is reached at the address, or the service answers the first request with
 * 401 or 403, which says that the token is not valid.
 * @throws the reason of `signal`, when it aborts.
 *
 * @example
 * import { checkConformance } from "plant-store-sdk/conformance";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const { fetch } = createPlantStoreMock(); // leave it out to check a service
 * const report = await checkConformance({ baseUrl: "https://staging.example.com/v1", token: "my-access-token", fetch });
 * for (const { clause, title, received } of report.rows.filter(({ verdict }) => verdict === "violates")) {
 *   console.error(`${clause} ${title}: ${received}`);
 * }
 * console.log(report.conforms); // true
 */
export async function checkConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const { token, signal, onProgress, ...line } = checkOptions(options);
  const redact = redactor(token);
  const tag = `plant-store-conformance ${randomBits(64).toString(16).padStart(16, "0")}`;
  const cases = listCases({ token, tag, freshId: freshIds(options.newId ?? consecutiveIds()) });

  const rows: ConformanceRow[] = [];
  const created: CreatedPlant[] = [];
  let takesPlants = false;
  let refusesRepeats = false;
  let requests = 0;
  let unanswered = 0;
  let stopped: string | null = null;

  for (let next = cases[0]; next !== undefined && stopped === null; next = cases[requests]) {
    const reply = await exchange({ ...line, signal }, next.request);
    if (requests === 0) {
      throwIfUseless(reply, redact);
      takesPlants = "status" in reply && reply.status === 200;
    }
    requests += 1;
    const judgement = judge(next, reply, { takesPlants, refusesRepeats });
    if (next.repeatsId) {
      refusesRepeats = isRefusal(reply);
    }
    if (next.nearby && refusesRepeats && isRefusal(reply)) {
      cases.splice(requests, 0, next.nearby());
    }
    const written = writeRows(next, reply, judgement, redact);
    rows.push(...written);
    created.push(...leftBehind(next, reply));
    unanswered = "reason" in reply && judgement.breach ? unanswered + 1 : 0;
    if (requests === 1 && isNotThere(reply)) {
      stopped = "the operation is not there: is the base URL right?";
    } else if (unanswered === MAX_UNANSWERED_IN_A_ROW && requests < cases.length) {
      stopped = `${unanswered} requests in a row had no answer`;
    }
    onProgress?.({ done: requests, total: cases.length, rows: written, created: [...created] });
  }

  const count = (verdict: ConformanceRow["verdict"]) => rows.filter((row) => row.verdict === verdict).length;
  const counts = { conforms: count("conforms"), violates: count("violates"), notStated: count("not stated") };
  const conforms = counts.violates === 0 && stopped === null;
  return { baseUrl: redact(line.baseUrl), tag, conforms, counts, requests, stopped, rows, created };
}

function checkOptions({ baseUrl, token, fetch, signal, timeoutMs = 10_000, onProgress }: ConformanceOptions) {
  const text = String(baseUrl);
  // http or https, no user info before an @, no query and no fragment. No message quotes a value: it may be a secret.
  if (!URL.canParse(text) || !/^https?:\/\/[^/@]+\/[^?#]*$/.test(new URL(text).href)) {
    throw new TypeError("baseUrl must be an http or https URL, without user info, query and fragment.");
  }
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError("token must be a string of visible ASCII characters.");
  }
  if (!(timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new TypeError(`timeoutMs must be a number from 1 to ${MAX_TIMEOUT_MS}.`);
  }
  return {
    baseUrl: new URL(text).href.replace(/\/+$/, ""),
    token,
    fetch: fetch ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init)),
    signal,
    timeoutMs,
    onProgress,
  };
}

function throwIfUseless(reply: Answer | NoAnswer, redact: (text: string) => string): void {
  if ("reason" in reply) {
    if (reply.unreachable) {
      throw new ConformanceError(`Nothing was reached at the base URL: ${redact(reply.reason)}.`);
    }
  } else if (reply.status === 401 || reply.status === 403) {
    throw new ConformanceError(`The service refused the token: the first request was answered with ${reply.status}.`);
  }
}

/** The plant that a request leaves in the store, if it does or may do. */
function leftBehind({ kind, plant, idText }: Case, reply: Answer | NoAnswer): CreatedPlant[] {
  const isTaken = "status" in reply && isSuccess(reply);
  // What is no NewPlant, or lacks a token, is not likely to have made one without a word.
  const isPossible = (kind === "valid" || kind === "silent") && !isRefusal(reply);
  const { name = null, tag = null } = plant;
  return isTaken || isPossible ? [{ id: idText, name, tag, certain: isTaken && kind !== "elsewhere" }] : [];
}
