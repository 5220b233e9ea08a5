import { toCurlArguments } from "../shared/curl.ts";
import { toJson } from "../shared/json.ts";
import { OPERATIONS } from "../shared/operations.ts";
import { toSafeLine } from "../shared/text.ts";
import { createRedactor, type Redact } from "../shared/token.ts";
import { type Case, EXPECTED } from "./cases.ts";
import type { Clause } from "./clauses.ts";
import { randomBits } from "./ids.ts";
import { clausesShownBy, type Finding, isPage, isPlant } from "./judge.ts";
import { isSuccess, type Outcome, type SentCase } from "./outcome.ts";
import type { ConformanceCause, ConformanceReport, ConformanceRow, CreatedPlants, Verdict } from "./report.ts";
import type { Target } from "./send.ts";

const { method, path } = OPERATIONS.createPlant;

/** A cause that further cases and clauses may be added to. */
interface OpenCause extends Pick<ConformanceCause, "example" | "curl"> {
  readonly clauses: Set<Clause>;
  readonly cases: Set<string>;
}

/** What a run finds, without the token. */
export class Results implements CreatedPlants {
  readonly runId = `plant-store-conformance ${randomBits(64).toString(16).padStart(16, "0")}`;
  readonly created: (string | null)[] = [];
  /** The cases that are waiting for a response. */
  readonly onTheirWay = new Set<Case>();
  readonly #baseUrl: string;
  readonly #redact: Redact;
  readonly #rows: ConformanceRow[] = [];
  readonly #causes = new Map<string, OpenCause>();
  readonly #accepted: string[] = [];
  readonly #unconfirmed: Case[] = [];
  readonly #shown = new Set<Clause>();
  #requests = 0;

  constructor({ baseUrl, token }: Pick<Target, "baseUrl" | "token">) {
    this.#baseUrl = baseUrl;
    this.#redact = createRedactor([token]);
  }

  get mayHaveBeenCreated(): (string | null)[] {
    return [...this.#unconfirmed, ...this.onTheirWay].map(toId);
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
    this.#requests += 1;
    this.#rows.push(...rows);
    if ((kind === "invalid" || kind === "credentials") && isSuccess(outcome) && !isPage(outcome)) {
      this.#accepted.push(title);
    }
    if (isPlant(outcome)) {
      this.created.push(toId(testCase));
    } else if (mayHaveCreated(outcome)) {
      this.#unconfirmed.push(testCase);
    }
    return rows;
  }

  toReport(stopped: string | null): ConformanceReport {
    const count = (verdict: Verdict) => this.#rows.filter((row) => row.verdict === verdict).length;
    const counts = { conforms: count("conforms"), violates: count("violates"), "not stated": count("not stated") };
    return {
      baseUrl: this.#redact(this.#baseUrl),
      runId: this.runId,
      conforms: counts.violates === 0 && stopped === null,
      counts,
      requests: this.#requests,
      stopped,
      causes: this.#listCauses(),
      accepted: this.#accepted,
      rows: this.#rows,
      created: this.created,
      mayHaveBeenCreated: this.mayHaveBeenCreated,
    };
  }

  /** Violations with the same reason have one cause, whatever clauses they violate. */
  #addToCause(example: ConformanceRow, { headers, body }: Case): void {
    const { clause, title } = example;
    const reason = example.reason ?? "";
    const known = this.#causes.get(reason);
    if (known !== undefined) {
      known.clauses.add(clause);
      known.cases.add(title);
      return;
    }
    // Redacted before it is quoted for the shell, which changes a token with an apostrophe.
    const request = { method, url: this.#redact(this.#baseUrl + path), headers, body };
    const curlArguments = toCurlArguments(request);
    const curl = curlArguments ? `curl --include --globoff ${curlArguments.join(" ")}` : null;
    this.#causes.set(reason, { clauses: new Set([clause]), cases: new Set([title]), example, curl });
  }

  #listCauses(): ConformanceCause[] {
    return Array.from(this.#causes, ([reason, { clauses, cases, ...example }]) => {
      return { clauses: [...clauses], reason, cases: [...cases], ...example };
    }).sort((a, b) => b.cases.length - a.cases.length);
  }
}

/** The id as it was sent. */
const toId = ({ plant }: Case): string | null => (plant.id === undefined ? null : toJson(plant.id));

/** Whether the service may have created the plant, if it sent no Plant. A proxy may send a 408 after it passed the plant on. */
function mayHaveCreated(outcome: Outcome): boolean {
  if ("failure" in outcome && outcome.isUnsent) {
    return false;
  }
  const { status = 0 } = outcome;
  return status < 400 || status > 499 || status === 408;
}

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
