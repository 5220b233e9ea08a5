import { METHOD } from "../src/shared/operation.ts";
import { createRedactor } from "../src/shared/redact.ts";
import { toSafeLine } from "../src/shared/text.ts";
import type { Case } from "./cases.ts";
import { toCurl } from "./curl.ts";
import { type Finding, isSuccess, KINDS } from "./judge.ts";
import {
  type ConformanceCause,
  type ConformanceReport,
  type ConformanceRow,
  type CreatedPlant,
  REQUIREMENTS,
  type Verdict,
} from "./report.ts";
import { type CaseRequest, type CaseResponse, type Outcome, toBytes } from "./send.ts";

const MAX_LENGTH = 300;
const MAX_REDACTED_LENGTH = 4_000;

/** How many characters a character of a token may take: an escape for each byte of its UTF-8. */
const MAX_ESCAPED_LENGTH = 12;

/** Collects what a run finds. */
export class Results {
  readonly created: CreatedPlant[] = [];
  requests = 0;
  readonly #rows: ConformanceRow[] = [];
  readonly #causes = new Map<string, ConformanceCause & { readonly cases: string[] }>();
  readonly #baseUrl: string;
  readonly #token: string;
  readonly #redact: (text: string) => string;

  constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl;
    this.#token = token;
    this.#redact = createRedactor([token]);
  }

  add(testCase: Case, outcome: Outcome, findings: readonly Finding[], durationMs: number): readonly ConformanceRow[] {
    const details = {
      status: outcome.status ?? null,
      sent: this.toLine(describeRequest(testCase.request, this.#token)),
      expected: KINDS[testCase.kind].expected,
      received: this.toLine(describeOutcome(outcome)),
      durationMs,
    };
    const rows = findings.flatMap(({ clause, title, verdict, reason, isSystematic }) => {
      const row = { clause, title, verdict, reason: reason === null ? null : this.toLine(reason), ...details };
      const isNew = verdict !== "violates" || this.#addToCauses(testCase, row);
      return isNew || !isSystematic ? [row] : [];
    });
    this.requests += 1;
    this.#rows.push(...rows);
    this.created.push(...createdPlants(testCase, outcome));
    return rows;
  }

  /** Makes a text safe to show, without the token. Cuts it first, and later what may be a part of a token at the cut. */
  toLine(text: string, maxLength = MAX_LENGTH): string {
    const margin = MAX_ESCAPED_LENGTH * this.#token.length;
    const start = text.slice(0, MAX_REDACTED_LENGTH + margin);
    const redacted = this.#redact(start);
    return toSafeLine(start === text ? redacted : `${redacted.slice(0, -margin)}…`, maxLength);
  }

  toReport(tag: string, stopped: string | null): ConformanceReport {
    const rows = this.#rows;
    const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
    const counts = { conforms: count("conforms"), violates: count("violates"), "not stated": count("not stated") };
    const causes = [...this.#causes.values()].sort((a, b) => b.cases.length - a.cases.length);
    return {
      baseUrl: this.#redact(this.#baseUrl),
      tag,
      conforms: counts.violates === 0 && stopped === null,
      counts,
      requests: this.requests,
      stopped,
      causes,
      rows,
      created: this.created,
    };
  }

  /** Returns whether the cause is new. */
  #addToCauses({ title, request }: Case, example: ConformanceRow): boolean {
    const { clause, reason } = example;
    const key = `${clause} ${reason}`;
    const cause = this.#causes.get(key);
    if (cause) {
      cause.cases.push(title);
      return false;
    }
    const curl = this.#redact(toCurl(this.#baseUrl, request, this.#token));
    const requirement = REQUIREMENTS[clause];
    this.#causes.set(key, { clause, requirement, reason: reason ?? "", cases: [title], example, curl });
    return true;
  }
}

export const isHtml = ({ headers }: CaseResponse): boolean => /\bx?html\b/i.test(headers.get("content-type") ?? "");

/** The plant that a request created, or may have created. An HTML page, such as a login form, confirms nothing. */
function createdPlants({ kind, plant }: Case, outcome: Outcome): CreatedPlant[] {
  if (isSuccess(outcome)) {
    return isHtml(outcome) ? [] : [{ ...plant, certain: kind !== "elsewhere" }];
  }
  const isLikely = (kind === "valid" || kind === "open") && (outcome.status ?? 200) < 300;
  return "failure" in outcome && isLikely && !outcome.isUnreachable ? [{ ...plant, certain: false }] : [];
}

/** Redacts the token whatever its length. */
function describeRequest({ path, headers, body }: CaseRequest, token: string): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${value === `Bearer ${token}` ? "Bearer [redacted]" : value}`,
  );
  const text = body === undefined ? "no body" : new TextDecoder().decode(toBytes(body));
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
