import { toCurl } from "../src/shared/curl.ts";
import { OPERATIONS } from "../src/shared/operations.ts";
import { createRedactor } from "../src/shared/redact.ts";
import { toSafeLine } from "../src/shared/text.ts";
import type { Case } from "./cases.ts";
import { type Finding, isSuccess, KINDS } from "./judge.ts";
import {
  type ConformanceCause,
  type ConformanceReport,
  type ConformanceRow,
  type CreatedPlant,
  REQUIREMENTS,
  type Verdict,
} from "./report.ts";
import type { CaseRequest, CaseResponse, Outcome } from "./send.ts";

/** Texts are cut before they are redacted, which takes 0.2 s for 1 MiB of escapes. A cut token is far beyond what is shown. */
const MAX_REDACTED_LENGTH = 16_384;

/** Collects what a run finds, without the token. */
export function createResults(baseUrl: string, token: string) {
  const rows: ConformanceRow[] = [];
  const created: CreatedPlant[] = [];
  const causes: (ConformanceCause & { readonly cases: string[] })[] = [];
  const redact = createRedactor([token]);
  const toLine = (text: string, maxLength = 300): string =>
    toSafeLine(redact(text.slice(0, MAX_REDACTED_LENGTH)), maxLength);

  function findCause(example: ConformanceRow, { path, headers, body }: CaseRequest) {
    const { clause } = example;
    const reason = example.reason ?? "";
    const known = causes.find((cause) => cause.clause === clause && cause.reason === reason);
    if (known !== undefined) {
      return known;
    }
    // Redacted here too: the quotes of a shell would hide a token with an apostrophe.
    const request = { method: OPERATIONS.createPlant.method, url: redact(baseUrl + path), headers, body };
    const curl = redact(toCurl(request, { command: "curl --include", separator: " " }));
    const cause = { clause, requirement: REQUIREMENTS[clause], reason, cases: [], example, curl };
    causes.push(cause);
    return cause;
  }

  return {
    created,
    toLine,
    add(testCase: Case, outcome: Outcome, findings: readonly Finding[], durationMs: number): readonly ConformanceRow[] {
      const details = {
        status: outcome.status ?? null,
        sent: toLine(describeRequest(testCase.request)),
        expected: KINDS[testCase.kind].expected,
        received: toLine(describeOutcome(outcome)),
        durationMs,
      };
      const added = findings.flatMap(({ clause, title, verdict, reason, isSystematic }) => {
        const row = { clause, title, verdict, reason: reason === null ? null : toLine(reason), ...details };
        const cause = verdict === "violates" ? findCause(row, testCase.request) : undefined;
        cause?.cases.push(testCase.title);
        return isSystematic && cause && cause.cases.length > 1 ? [] : [row];
      });
      rows.push(...added);
      created.push(...createdPlants(testCase, outcome));
      return added;
    },
    toReport(tag: string, requests: number, stopped: string | null): ConformanceReport {
      const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
      const counts = { conforms: count("conforms"), violates: count("violates"), "not stated": count("not stated") };
      const conforms = counts.violates === 0 && stopped === null;
      causes.sort((a, b) => b.cases.length - a.cases.length);
      return { baseUrl: redact(baseUrl), tag, conforms, counts, requests, stopped, causes, rows, created };
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

function describeRequest({ path, headers, body = "no body" }: CaseRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  return [`${OPERATIONS.createPlant.method} {base_url}${path}`, ...lines, text].join("; ");
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
