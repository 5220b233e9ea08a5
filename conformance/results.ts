import { toCurl } from "../src/shared/curl.ts";
import { OPERATIONS } from "../src/shared/operations.ts";
import { createRedactor } from "../src/shared/redact.ts";
import { toSafeLine } from "../src/shared/text.ts";
import { type Case, EXPECTED, toJson } from "./cases.ts";
import { clausesShownBy, type Finding } from "./judge.ts";
import {
  type Clause,
  type ConformanceCause,
  type ConformanceReport,
  type ConformanceRow,
  type CreatedPlant,
  REQUIREMENTS,
  type Verdict,
} from "./report.ts";
import { type CaseRequest, isHtml, isSuccess, type Outcome } from "./send.ts";

/** Collects what a run finds, without the token. */
export function createResults(baseUrl: string, token: string) {
  const rows: ConformanceRow[] = [];
  const causes: (ConformanceCause & { readonly cases: string[] })[] = [];
  const accepted: string[] = [];
  const created: CreatedPlant[] = [];
  const shown = new Set<Clause>();
  const redact = createRedactor([token]);
  const toLine = (text: string, maxLength = 300): string => toSafeLine(redact(text), maxLength);

  function addToCause(example: ConformanceRow, reason: string, { path, headers, body }: CaseRequest): void {
    const { clause, title } = example;
    const known = causes.find((cause) => cause.clause === clause && cause.reason === reason);
    if (known !== undefined) {
      known.cases.push(title);
      return;
    }
    // Redacted before it is quoted for the shell, which changes a token with an apostrophe.
    const request = { method: OPERATIONS.createPlant.method, url: redact(baseUrl + path), headers, body };
    const curl = toCurl(request, { command: "curl --include", separator: " " }) ?? null;
    causes.push({ clause, requirement: REQUIREMENTS[clause], reason, cases: [title], example, curl });
  }

  return {
    created,
    toLine,
    add(testCase: Case, outcome: Outcome, findings: readonly Finding[], durationMs: number): readonly ConformanceRow[] {
      const { kind, title, request } = testCase;
      const details = {
        title,
        status: outcome.status ?? null,
        sent: toLine(describeRequest(request)),
        expected: EXPECTED[kind],
        received: toLine(describeOutcome(outcome)),
        durationMs,
      };
      const added = findings.map(({ clause, verdict, reason }): ConformanceRow => {
        const row = { clause, verdict, reason: reason && toLine(reason), ...details };
        if (verdict === "violates") {
          addToCause(row, row.reason ?? "", request);
        }
        return row;
      });
      const hasViolations = findings.some(({ verdict }) => verdict === "violates");
      for (const clause of clausesShownBy(testCase, outcome, hasViolations)) {
        if (!shown.has(clause)) {
          shown.add(clause);
          added.push({ clause, verdict: "conforms", reason: null, ...details });
        }
      }
      rows.push(...added);
      if ((kind === "invalid" || kind === "credentials") && isAccepted(outcome)) {
        accepted.push(title);
      }
      created.push(...createdPlants(testCase, outcome));
      return added;
    },
    toReport(tag: string, requests: number, stopped: string | null): ConformanceReport {
      const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
      const counts = { conforms: count("conforms"), violates: count("violates"), "not stated": count("not stated") };
      const conforms = counts.violates === 0 && stopped === null;
      causes.sort((a, b) => b.cases.length - a.cases.length);
      return { baseUrl: redact(baseUrl), tag, conforms, counts, requests, stopped, causes, accepted, rows, created };
    },
  };
}

/** Whether the service accepted the plant. An HTML page, such as a login form, doesn't confirm it. */
const isAccepted = (outcome: Outcome): boolean => isSuccess(outcome) && !isHtml(outcome);

/** The plant that a request created, or may have created. */
function createdPlants({ kind, plant }: Case, outcome: Outcome): CreatedPlant[] {
  const { id, name, tag } = plant;
  const sent = { id: id === undefined ? null : toJson(id), name: stringOrNull(name), tag: stringOrNull(tag) };
  if (isAccepted(outcome)) {
    return [{ ...sent, certain: kind !== "otherPath" }];
  }
  return kind !== "otherPath" && mayHaveCreated(outcome) ? [{ ...sent, certain: false }] : [];
}

/** Whether the service may have created the plant without confirming it. */
function mayHaveCreated(outcome: Outcome): boolean {
  if ("failure" in outcome && outcome.isUnreachable) {
    return false;
  }
  const { status = 0 } = outcome;
  return status >= 500 || status === 408 || ("failure" in outcome && status < 300);
}

const stringOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

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
