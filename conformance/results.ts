import { toCurlArguments } from "../src/shared/curl.ts";
import { toJson } from "../src/shared/json.ts";
import { OPERATIONS } from "../src/shared/operations.ts";
import { createRedactor, type Redact } from "../src/shared/redact.ts";
import { toSafeLine } from "../src/shared/text.ts";
import { type Case, EXPECTED } from "./cases.ts";
import { type Clause, REQUIREMENTS } from "./clauses.ts";
import { clausesShownBy, type Finding } from "./judge.ts";
import { isHtml, isSuccess, type Outcome } from "./outcome.ts";
import type { ConformanceCause, ConformanceReport, ConformanceRow, CreatedPlant, Verdict } from "./report.ts";
import type { SentCase } from "./send.ts";

const { method, path } = OPERATIONS.createPlant;

/** What a run finds, without the token. */
export class Results {
  readonly created: CreatedPlant[] = [];
  requests = 0;
  readonly #baseUrl: string;
  readonly #redact: Redact;
  readonly #rows: ConformanceRow[] = [];
  readonly #causes: (ConformanceCause & { readonly cases: string[] })[] = [];
  readonly #accepted: string[] = [];
  readonly #shown = new Set<Clause>();

  constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl;
    this.#redact = createRedactor([token]);
  }

  /** Makes one line of a text, without the token. */
  toLine(text: string, maxLength = 300): string {
    return toSafeLine(this.#redact(text), maxLength);
  }

  /** Adds what a case shows. Returns its rows. */
  add({ testCase, outcome, durationMs }: SentCase, findings: readonly Finding[]): readonly ConformanceRow[] {
    const { kind, title } = testCase;
    const details = {
      title,
      status: outcome.status ?? null,
      sent: this.toLine(describeRequest(testCase)),
      expected: EXPECTED[kind],
      received: this.toLine(describeOutcome(outcome)),
      durationMs,
    };
    const rows = findings.map(({ clause, verdict, reason }): ConformanceRow => {
      return { clause, verdict, reason: reason && this.toLine(reason), ...details };
    });
    const violations = rows.filter(({ verdict }) => verdict === "violates");
    for (const violation of violations) {
      this.#addToCause(violation, testCase);
    }
    for (const clause of clausesShownBy(testCase, outcome, violations.length > 0)) {
      if (!this.#shown.has(clause)) {
        this.#shown.add(clause);
        rows.push({ clause, verdict: "conforms", reason: null, ...details });
      }
    }
    this.requests += 1;
    this.#rows.push(...rows);
    if ((kind === "invalid" || kind === "credentials") && isAccepted(outcome)) {
      this.#accepted.push(title);
    }
    this.created.push(...createdPlants(testCase, outcome));
    return rows;
  }

  toReport(runId: string, stopped: string | null): ConformanceReport {
    const count = (verdict: Verdict) => this.#rows.filter((row) => row.verdict === verdict).length;
    const counts = { conforms: count("conforms"), violates: count("violates"), "not stated": count("not stated") };
    return {
      baseUrl: this.#redact(this.#baseUrl),
      runId,
      conforms: counts.violates === 0 && stopped === null,
      counts,
      requests: this.requests,
      stopped,
      causes: this.#causes.sort((a, b) => b.cases.length - a.cases.length),
      accepted: this.#accepted,
      rows: this.#rows,
      created: this.created,
    };
  }

  #addToCause(example: ConformanceRow, { headers, body }: Case): void {
    const { clause, title } = example;
    const reason = example.reason ?? "";
    const known = this.#causes.find((cause) => cause.clause === clause && cause.reason === reason);
    if (known !== undefined) {
      known.cases.push(title);
      return;
    }
    // Redacted before it is quoted for the shell, which changes a token with an apostrophe.
    const request = { method, url: this.#redact(this.#baseUrl + path), headers, body };
    const curlArguments = toCurlArguments(request);
    const curl = curlArguments ? `curl --include --globoff ${curlArguments.join(" ")}` : null;
    this.#causes.push({ clause, requirement: REQUIREMENTS[clause], reason, cases: [title], example, curl });
  }
}

/** Whether the service accepted the plant. An HTML page, such as a login form, doesn't confirm it. */
const isAccepted = (outcome: Outcome): boolean => isSuccess(outcome) && !isHtml(outcome);

/** The plant that a request created, or may have created. */
function createdPlants({ plant }: Case, outcome: Outcome): CreatedPlant[] {
  const certain = isAccepted(outcome);
  if (!certain && !mayHaveCreated(outcome)) {
    return [];
  }
  const { id, name, tag } = plant;
  return [{ id: id === undefined ? null : toJson(id), name: stringOrNull(name), tag: stringOrNull(tag), certain }];
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

function describeRequest({ headers, body = "no body" }: Case): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  return [`${method} {base_url}${path}`, ...lines, text].join("; ");
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
