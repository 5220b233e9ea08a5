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

export type Results = ReturnType<typeof createResults>;

/** Collects what a run finds. */
export function createResults(baseUrl: string, token: string) {
  const rows: ConformanceRow[] = [];
  const created: CreatedPlant[] = [];
  const causes = new Map<string, ConformanceCause & { readonly cases: string[] }>();
  const redact = createRedactor([token]);

  /** Makes a text safe to show, without the token. Cuts it first, and later what may be a part of a token at the cut. */
  function toLine(text: string, maxLength = MAX_LENGTH): string {
    const margin = MAX_ESCAPED_LENGTH * token.length;
    const start = text.slice(0, MAX_REDACTED_LENGTH + margin);
    const redacted = redact(start);
    return toSafeLine(start === text ? redacted : `${redacted.slice(0, -margin)}…`, maxLength);
  }

  /** Returns whether the cause is new. */
  function addToCauses({ title, request }: Case, example: ConformanceRow, reason: string): boolean {
    const { clause } = example;
    const key = `${clause} ${reason}`;
    const cause = causes.get(key);
    cause?.cases.push(title);
    if (cause === undefined) {
      const curl = redact(toCurl(baseUrl, request, token));
      causes.set(key, { clause, requirement: REQUIREMENTS[clause], reason, cases: [title], example, curl });
    }
    return cause === undefined;
  }

  return {
    created,
    toLine,
    add(testCase: Case, outcome: Outcome, findings: readonly Finding[], durationMs: number): readonly ConformanceRow[] {
      const details = {
        status: outcome.status ?? null,
        sent: toLine(describeRequest(testCase.request, token)),
        expected: KINDS[testCase.kind].expected,
        received: toLine(describeOutcome(outcome)),
        durationMs,
      };
      const added = findings.flatMap(({ clause, title, verdict, reason: text, isSystematic }) => {
        const reason = text === null ? null : toLine(text);
        const row = { clause, title, verdict, reason, ...details };
        const isNew = verdict !== "violates" || addToCauses(testCase, row, reason ?? "");
        return isNew || !isSystematic ? [row] : [];
      });
      rows.push(...added);
      created.push(...createdPlants(testCase, outcome));
      return added;
    },
    toReport(tag: string, requests: number, stopped: string | null): ConformanceReport {
      const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
      const counts = { conforms: count("conforms"), violates: count("violates"), "not stated": count("not stated") };
      const conforms = counts.violates === 0 && stopped === null;
      const sorted = [...causes.values()].sort((a, b) => b.cases.length - a.cases.length);
      return { baseUrl: redact(baseUrl), tag, conforms, counts, requests, stopped, causes: sorted, rows, created };
    },
  };
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
