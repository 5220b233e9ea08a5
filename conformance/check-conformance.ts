import { parseBaseUrl } from "../src/shared/base-url.ts";
import { MAX_TIMER_MS } from "../src/shared/limits.ts";
import { unknownName } from "../src/shared/nearest.ts";
import { METHOD, PATH } from "../src/shared/operation.ts";
import { createRedactor } from "../src/shared/redact.ts";
import { toSafeLine } from "../src/shared/text.ts";
import { tokenProblem } from "../src/shared/token.ts";
import { type Case, listCases } from "./cases.ts";
import { Findings } from "./findings.ts";
import { consecutiveIds, type NewId, randomBits, uniqueIds } from "./ids.ts";
import { isRedirect, isRejection, isSuccess, judge } from "./judge.ts";
import type { ConformanceReport, ConformanceRow, CreatedPlant, Verdict } from "./report.ts";
import { type CaseResponse, type Outcome, send } from "./send.ts";

/** Options of {@link checkConformance}. */
export interface ConformanceOptions {
  /** The base URL of the service, such as "https://staging.example.com/v1". `/plants` is added to it. */
  baseUrl: string | URL;
  /**
   * A valid access token. The report redacts it, also where the service echoes it URL-encoded, JSON-escaped, in base64,
   * base64url or hex. Echoes of a token shorter than 8 characters are kept: it may be a common word.
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
  /** The plants that the run has created so far. */
  readonly created: readonly CreatedPlant[];
}

/**
 * `checkConformance` could not check the service: it can't be reached, or the first response shows that the token or the
 * base URL is wrong. The message says which, without the token.
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

/** A service that stops responding would cost a timeout for each of the remaining cases. */
const MAX_FAILURES_IN_A_ROW = 3;

/**
 * Checks a running service against the contract, with some fifty requests, one after the other.
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
  const { token, newId, onProgress, ...target } = readOptions(options);
  const redact = createRedactor([token]);
  const tag = `plant-store-conformance ${randomBits(64).toString(16).padStart(16, "0")}`;
  const cases = listCases(token, tag, uniqueIds(newId));

  const findings = new Findings(redact);
  const created: CreatedPlant[] = [];
  let successStatus: number | undefined;
  let acceptedPrevious = false;
  let rejectsUsedIds = false;
  let requests = 0;
  let failures = 0;
  let stopped: string | null = null;

  for (let next = cases[0]; next !== undefined && stopped === null; next = cases[requests]) {
    const start = performance.now();
    const outcome = await send(target, next.request);
    const durationMs = Math.round(performance.now() - start);
    if (requests === 0) {
      throwIfPointless(outcome, target.baseUrl, redact);
      successStatus = isSuccess(outcome) ? outcome.status : undefined;
    }
    requests += 1;
    const judgement = judge(next, outcome, { successStatus, acceptedPrevious, rejectsUsedIds });
    if (next.repeatsId) {
      rejectsUsedIds = acceptedPrevious && isRejection(outcome);
    }
    acceptedPrevious = isSuccess(outcome);
    if (next.alternative && rejectsUsedIds && isRejection(outcome)) {
      cases.splice(requests, 0, next.alternative());
    }
    const rows = findings.add(next, outcome, judgement, durationMs);
    created.push(...createdPlants(next, outcome));
    failures = "failure" in outcome && judgement.breach ? failures + 1 : 0;
    if (failures === MAX_FAILURES_IN_A_ROW && requests < cases.length) {
      stopped = `${failures} requests in a row had no complete response`;
    } else if (!("failure" in outcome) && outcome.status === 429 && judgement.breach) {
      stopped = `request ${requests} returned ${quoteResponse(outcome, redact)}`;
    }
    onProgress?.({ done: requests, total: cases.length, rows, created: [...created] });
  }

  const { rows, causes } = findings;
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  const counts = { conforms: count("conforms"), violates: count("violates"), notStated: count("not stated") };
  const conforms = counts.violates === 0 && stopped === null;
  return { baseUrl: redact(target.baseUrl), tag, conforms, counts, requests, stopped, causes, rows, created };
}

/** Reads own properties only. No message quotes a value, which may be a secret. */
function readOptions(options: ConformanceOptions) {
  const own: Partial<ConformanceOptions> = Object.assign(Object.create(null), options);
  const {
    baseUrl: url,
    token,
    fetch = (input, init) => globalThis.fetch(input, init),
    signal,
    newId = consecutiveIds(),
    timeoutMs = 10_000,
    onProgress,
    ...unknown
  } = own;
  const { baseUrl = "", problem } = parseBaseUrl(url);
  const read = { baseUrl, token: token as string, fetch, signal, newId, timeoutMs, onProgress };
  const problems = [
    problem,
    tokenProblem(token),
    typeof timeoutMs === "number" && timeoutMs >= 1 && timeoutMs <= MAX_TIMER_MS
      ? undefined
      : `timeoutMs must be a number from 1 to ${MAX_TIMER_MS}`,
    ...Object.entries({ fetch, newId, onProgress }).map(([name, value]) =>
      value === undefined || typeof value === "function" ? undefined : `${name} must be a function`,
    ),
    ...Object.keys(unknown).map((name) => unknownName("option", name, Object.keys(read))),
  ].filter((each) => each !== undefined);
  if (problems.length > 0) {
    throw new TypeError(`Invalid options: ${problems.join("; ")}`);
  }
  return read;
}

function throwIfPointless(outcome: Outcome, baseUrl: string, redact: (text: string) => string): void {
  const operation = redact(`${METHOD} ${baseUrl}${PATH}`);
  if ("failure" in outcome) {
    if (outcome.isUnreachable) {
      throw new ConformanceError(
        `Could not connect to ${redact(baseUrl)}: ${toSafeLine(redact(outcome.failure), 300)}.`,
      );
    }
    return;
  }
  const { status } = outcome;
  const response = quoteResponse(outcome, redact);
  if (status === 401 || status === 403) {
    throw new ConformanceError(`The service rejected the token: the first request returned ${response}.`);
  }
  if (status === 429) {
    throw new ConformanceError(`The service limits requests: the first request returned ${response}.`);
  }
  if ([404, 405, 501].includes(status) || isRedirect(outcome)) {
    throw new ConformanceError(`The base URL is wrong: ${operation} returned ${response}.`);
  }
  if (isSuccess(outcome) && isHtml(outcome)) {
    throw new ConformanceError(
      `This is not the Plant Store service: ${operation} returned ${response} and an HTML page.`,
    );
  }
}

function quoteResponse({ status, headers }: CaseResponse, redact: (text: string) => string): string {
  const quoted = ["WWW-Authenticate", "Location", "Retry-After"]
    .filter((name) => headers.has(name))
    .map((name) => `${name}: ${toSafeLine(redact(headers.get(name) ?? ""), 200)}`);
  return `${status === 0 ? "a redirect" : status}${quoted.length > 0 ? ` (${quoted.join(", ")})` : ""}`;
}

const isHtml = ({ headers }: CaseResponse): boolean => /\bx?html\b/i.test(headers.get("content-type") ?? "");

/** The plant that a request created, or may have created. An HTML page, such as a login form, confirms nothing. */
function createdPlants({ kind, plant, idText }: Case, outcome: Outcome): CreatedPlant[] {
  const isConfirmed = !("failure" in outcome) && isSuccess(outcome) && !isHtml(outcome);
  const isPossible =
    "failure" in outcome &&
    (kind === "valid" || kind === "open") &&
    (outcome.status ?? 200) < 300 &&
    !outcome.isUnreachable;
  const { name = null, tag = null } = plant;
  return isConfirmed || isPossible ? [{ id: idText, name, tag, certain: isConfirmed && kind !== "elsewhere" }] : [];
}
