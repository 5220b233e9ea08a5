import { EXPECTED, listNotChecked } from "./cases.ts";
import type { Clause } from "./contract.ts";
import { toCurl } from "./curl.ts";
import { isAccepted, isAltered, type Verdict } from "./judge.ts";
import { describeStatus, type Outcome } from "./outcome.ts";
import type { JudgedCase, Results } from "./results.ts";

/** One case, and what its response shows. The token is redacted. */
export interface ConformanceRow {
  /** The request, such as "an id of 2^53 + 1". */
  readonly title: string;
  /** The clause that the case tests, or those that the response violates. */
  readonly clauses: readonly Clause[];
  /** The verdict on the response. */
  readonly verdict: Verdict;
  /** Why it violates the clauses or isn't stated. `null` if it conforms. */
  readonly reason: string | null;
  /** The status code of the response. `null` if there was no response. */
  readonly status: number | null;
  /** The response that conforms, in words. */
  readonly expected: string;
  /** The status, content type and body of the response, on one line of up to 300 characters. */
  readonly received: string;
  /**
   * A command for a POSIX shell that repeats the request, with `$PLANT_STORE_TOKEN` for the token. `null` if the body isn't
   * printable text.
   */
  readonly curl: string | null;
}

/** One mistake of the service, with every case that shows it. */
export interface ConformanceCause {
  /** The clauses that it violates. */
  readonly clauses: readonly Clause[];
  /** What is wrong, such as "the body of an error response isn't an Error: error is not an int32". */
  readonly reason: string;
  /** The titles of the cases, in the order in which they were sent. */
  readonly cases: readonly string[];
  /** The first of the cases. */
  readonly example: ConformanceRow;
}

/** What {@link checkConformance} found. Plain JSON. The token is redacted. */
export interface ConformanceReport {
  /** The base URL, without trailing slashes. */
  readonly baseUrl: string;
  /** In the tag or the name of each plant that the run sent, such as "plant-store-conformance 1f0c9a4be27d63d8". */
  readonly runId: string;
  /** Whether no case violates a clause and all were sent. */
  readonly conforms: boolean;
  /** Why the run ended before its last case. `null` if it didn't. */
  readonly stopped: string | null;
  /** What the service does wrong, the most frequent first. */
  readonly causes: readonly ConformanceCause[];
  /**
   * The cases with an invalid plant or invalid credentials that the service accepted. That alone is no violation, because the
   * contract doesn't state which requests fail.
   */
  readonly accepted: readonly string[];
  /**
   * The cases for which the service returned another Plant than was sent. That alone is no violation, because the contract
   * doesn't state which Plant is returned.
   */
  readonly altered: readonly string[];
  /** The operations of the contract for which the suite has no cases. */
  readonly notChecked: readonly string[];
  /** The cases that were sent, in order. */
  readonly rows: readonly ConformanceRow[];
  /**
   * The ids that the service confirmed with a Plant, as JSON, as they were sent: digits for an integer. Other requests may have
   * created plants too: look for `runId`.
   */
  readonly created: readonly string[];
}

/** Reports what a run has found. `stopped` is why it ended before its last case. */
export function createReport(results: Results, stopped: string | null): ConformanceReport {
  const { baseUrl, runId, sent, created } = results;
  const causes = listCauses(results);
  const listTitles = (isListed: (judged: JudgedCase) => boolean) =>
    sent.filter(isListed).map(({ testCase }) => testCase.title);
  return {
    baseUrl,
    runId,
    conforms: causes.length === 0 && stopped === null,
    stopped,
    causes,
    accepted: listTitles(isAccepted),
    altered: listTitles(isAltered),
    notChecked: listNotChecked(),
    rows: sent.map((judged) => toRow(judged, results)),
    created,
  };
}

function toRow({ testCase, outcome, findings }: JudgedCase, results: Results): ConformanceRow {
  const reasons = findings.flatMap(({ reason }) => (reason === null ? [] : results.toLine(reason)));
  return {
    title: testCase.title,
    clauses: unique(findings.map(({ clause }) => clause)),
    verdict: findings[0].verdict,
    reason: unique(reasons).join("; ") || null,
    status: outcome.status ?? null,
    expected: EXPECTED[testCase.kind],
    received: results.toLine(describeOutcome(outcome)),
    curl: toCurl(`${results.baseUrl}${testCase.path}`, testCase),
  };
}

/** Violations with the same reason have one cause, whatever clauses they violate. */
function listCauses(results: Results): ConformanceCause[] {
  const causes = new Map<string, { clauses: Clause[]; reason: string; cases: string[]; example: ConformanceRow }>();
  for (const judged of results.sent) {
    for (const { clause, reason } of judged.findings.filter((finding) => finding.verdict === "violates")) {
      const line = results.toLine(reason);
      const cause = causes.get(line) ?? { clauses: [], reason: line, cases: [], example: toRow(judged, results) };
      cause.clauses = unique([...cause.clauses, clause]);
      cause.cases = unique([...cause.cases, judged.testCase.title]);
      causes.set(line, cause);
    }
  }
  return [...causes.values()].sort((a, b) => b.cases.length - a.cases.length);
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

function describeOutcome(outcome: Outcome): string {
  if ("failure" in outcome) {
    return outcome.failure;
  }
  const { headers, body } = outcome;
  return [
    describeStatus(outcome),
    headers.get("content-type") ?? "no content type",
    body.text === undefined ? `a body that ${body.problem}` : body.text || "no body",
  ].join(", ");
}
