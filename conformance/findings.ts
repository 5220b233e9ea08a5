import { METHOD } from "../src/shared/operation.ts";
import { toSafeLine } from "../src/shared/text.ts";
import type { Case, CaseKind, Topic } from "./cases.ts";
import { type Breach, isSuccess, type Judgement } from "./judge.ts";
import { type ConformanceCause, type ConformanceRow, REQUIREMENTS } from "./report.ts";
import type { Outcome } from "./send.ts";

const EXPECTED: Readonly<Record<CaseKind, string>> = {
  valid: "200 and a Plant, as application/json",
  invalid: "400 and an Error, as application/json, if it fails",
  open: "200 and a Plant, or 400 and an Error, as application/json",
  credentials: "not stated, but a 200 has a Plant and a 400 an Error, as application/json",
  elsewhere: "not stated",
};

const MAX_LENGTH = 300;

export class Findings {
  readonly rows: ConformanceRow[] = [];
  readonly #causes = new Map<string, ConformanceCause & { readonly cases: string[] }>();
  readonly #toText: (text: string) => string;

  constructor(redact: (text: string) => string) {
    this.#toText = (text) => toSafeLine(redact(text), MAX_LENGTH);
  }

  get causes(): ConformanceCause[] {
    return [...this.#causes.values()].sort((a, b) => b.cases.length - a.cases.length);
  }

  add(testCase: Case, outcome: Outcome, judgement: Judgement, durationMs: number): readonly ConformanceRow[] {
    const details = {
      status: outcome.status ?? null,
      sent: this.#toText(describeRequest(testCase)),
      expected: EXPECTED[testCase.kind],
      received: this.#toText(describeOutcome(outcome)),
      durationMs,
    };
    const rows = decidedTopics(testCase, outcome, judgement).map(
      ({ clause, title, reason }): ConformanceRow => ({
        clause,
        title,
        verdict: reason === null ? "conforms" : "not stated",
        reason,
        ...details,
      }),
    );
    const violation = ({ clause, reason }: Breach): ConformanceRow => ({
      clause,
      title: testCase.topics.find((topic) => topic.clause === clause)?.title ?? testCase.title,
      verdict: "violates",
      reason: this.#toText(reason),
      ...details,
    });
    if (judgement.wrongStatus) {
      const row = violation(judgement.wrongStatus);
      const isNew = this.#addToCauses(testCase, row);
      if (isNew) {
        const index = rows.findIndex(({ clause }) => clause === row.clause);
        rows.splice(Math.max(index, 0), index < 0 ? 0 : 1, row);
      }
    }
    if (judgement.breach) {
      const row = violation(judgement.breach);
      this.#addToCauses(testCase, row);
      rows.push(row);
    }
    this.rows.push(...rows);
    return rows;
  }

  #addToCauses({ title }: Case, row: ConformanceRow): boolean {
    const { clause, reason } = row;
    const key = `${clause} ${reason}`;
    const cause = this.#causes.get(key);
    if (cause) {
      cause.cases.push(title);
      return false;
    }
    const requirement = REQUIREMENTS[clause];
    this.#causes.set(key, { clause, requirement, reason: reason ?? "", cases: [title], example: row });
    return true;
  }
}

function decidedTopics({ kind, topics }: Case, outcome: Outcome, { breach, notStated }: Judgement) {
  const isTaken = isSuccess(outcome);
  const conform = (end: number): (Topic & { reason: string | null })[] =>
    topics.slice(0, end).map((topic) => ({ ...topic, reason: null }));
  if (breach) {
    // A 404 or a 500 says nothing about the clauses before, such as whether the operation exists.
    const isJudged = isTaken || outcome.status === 400;
    const index = topics.findIndex(({ clause }) => clause === breach.clause);
    return isJudged && index > 0 ? conform(index) : [];
  }
  if (notStated === undefined) {
    return conform(topics.length);
  }
  const last = kind === "valid" && isTaken ? topics.length - 1 : 0;
  return [...conform(last), ...topics.slice(last, last + 1).map((topic) => ({ ...topic, reason: notStated }))];
}

/** Redacts the token whatever its length. The cases about credentials don't send it. */
function describeRequest({ kind, request: { path, headers, body } }: Case): string {
  const lines = Object.entries(headers).map(([name, value]) =>
    name === "authorization" && kind !== "credentials" ? `${name}: Bearer [redacted]` : `${name}: ${value}`,
  );
  const text = typeof body === "object" ? new TextDecoder().decode(body) : (body ?? "no body");
  return [`${METHOD} {base_url}${path}`, ...lines, text].join("; ");
}

function describeOutcome(outcome: Outcome): string {
  if ("failure" in outcome) {
    return outcome.failure;
  }
  const { status, headers, text = "a body that isn't UTF-8" } = outcome;
  const location = headers.get("location");
  const parts = [status, ...(location === null ? [] : [`Location: ${location}`])];
  return [...parts, headers.get("content-type") ?? "no content type", text === "" ? "no body" : text].join(", ");
}
